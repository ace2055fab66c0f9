/** The viewer by keyboard: its pages, how near, which way up, and a copy of the file. */
import { defineCommand, type Command, type CommandId } from '#src/commands/command.ts'
import { all, flag, inView, not } from '#src/commands/dispatcher/when.ts'
import { saveFile } from '#src/ui/save-file.ts'
import { show, turnPages, turnRight, viewerStore, zoomBy } from './viewer.ts'

const beside = inView('customer', 'document')

/** Other names of the actions on the page in front. */
const ALSO = {
  'document.nextPage': 'turn page, next sheet, following page, page 2',
  'document.previousPage': 'page back, last page, previous sheet, page before',
  'document.zoomIn': 'magnify, enlarge, bigger, larger, closer, scale up',
  'document.zoomOut': 'smaller, shrink, reduce, scale down',
  'document.fit': 'whole page, full width, fit page, reset zoom, actual size, 100 %',
  'document.turn': 'rotate, flip, sideways, upside down, landscape, orientation',
} as const satisfies Partial<Record<CommandId, string>>

/** The commands of the open document. */
export function documentCommands(): Command[] {
  const shown = () => viewerStore.getState().shown

  const onDocument = (
    id: keyof typeof ALSO,
    keys: readonly string[],
    title: string,
    run: () => void,
    shortTitle = title,
  ) =>
    defineCommand({
      id,
      title,
      shortTitle,
      group: 'View',
      keywords: `document, viewer, pdf, picture, ${ALSO[id]}`,
      when: beside,
      keys,
      repeat: 'allow',
      disabledReason: () => (shown() ? null : 'No document is open'),
      run,
    })

  return [
    onDocument('document.nextPage', ['n'], 'Next page of the document', () => turnPages(1), 'Next page'),
    onDocument(
      'document.previousPage',
      ['shift+n'],
      'Previous page of the document',
      () => turnPages(-1),
      'Previous page',
    ),
    onDocument('document.zoomIn', ['+', '=', 'shift+b'], 'Zoom in', () => zoomBy(1)),
    onDocument('document.zoomOut', ['-', 'shift+l'], 'Zoom out', () => zoomBy(-1)),
    onDocument('document.fit', ['0'], 'Fit the page into the width', () => zoomBy(null), 'Fit width'),
    onDocument('document.turn', ['shift+t'], 'Rotate the document clockwise', turnRight, 'Turn'),
    defineCommand({
      id: 'document.download',
      title: () => `Download ${shown()?.name ?? 'the document'}`,
      shortTitle: 'Download',
      group: 'View',
      keywords: 'save, file, export document, get file, save as, save copy, save document',
      when: beside,
      keys: ['shift+s'],
      disabledReason: () => (shown()?.bytes ? null : 'No document is open'),
      run: () => {
        const { name = '', bytes = null } = shown() ?? {}
        if (bytes) saveFile(name, bytes)
        return { announce: `Downloaded ${name}` }
      },
    }),
    defineCommand({
      id: 'document.close',
      title: 'Close the document',
      shortTitle: 'Close',
      group: 'View',
      keywords: 'hide, dismiss, leave document, close viewer, exit, stop viewing',
      when: all(inView('customer'), flag('previewOpen'), not(flag('hasSelection')), not(flag('typing'))),
      keys: ['escape'],
      run: () => show(null),
    }),
    defineCommand({
      id: 'document.leave',
      title: 'Leave the document',
      shortTitle: 'Leave',
      group: 'Navigate',
      keywords: 'back, close, exit, return, close document',
      when: inView('document'),
      keys: ['escape'],
      run: (c) => (history.length > 1 ? history.back() : c.ports.navigate('/')),
    }),
  ]
}
