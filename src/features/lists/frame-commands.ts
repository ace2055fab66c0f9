/** Common commands of every list: preview, and showing new rows. */
import { defineCommand, type Command } from '#src/commands/command.ts'
import { all, flag, not, type When } from '#src/commands/dispatcher/when.ts'
import type { FilterArea } from './filter-commands.ts'
import type { ListView } from './list-view.ts'

interface FrameCommandParts {
  area: FilterArea
  /** When the list is current. */
  when: When
  view: Pick<ListView<unknown, unknown>, 'toggle' | 'remake'>
  /** The text of `g n`. */
  showNew: string
}

/** The commands of a list's frame. */
export const frameCommands = ({ area, when, view, showNew }: FrameCommandParts): Command[] => [
  defineCommand({
    id: `${area}.preview`,
    title: 'Preview on or off',
    group: 'View',
    keywords:
      'preview, peek, side, pane, quick look, side panel, split view, details pane, reading pane, toggle preview',
    when,
    keys: ['v', 'space'],
    run: () => view.toggle('isPreviewOpen'),
  }),
  defineCommand({
    id: `${area}.closePreview`,
    title: 'Close the preview',
    group: 'View',
    hidden: true,
    when: all(when, flag('previewOpen'), not(flag('hasSelection'))),
    keys: ['escape'],
    run: () => view.toggle('isPreviewOpen', false),
  }),
  defineCommand({
    id: `${area}.showNew`,
    title: showNew,
    shortTitle: 'Show new',
    group: 'View',
    keywords: 'refresh, reload, arrivals, new, latest, update, new rows, f5, check for new',
    when,
    keys: ['g n'],
    run: () => view.remake(),
  }),
]
