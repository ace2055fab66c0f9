import type { Ctx } from './command.ts'

/** Copies to the clipboard, then shows `said`. */
export function copyText({ actions }: Pick<Ctx, 'actions'>, text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => actions.say(said),
    () => actions.say('The browser did not let the text be copied'),
  )
}
