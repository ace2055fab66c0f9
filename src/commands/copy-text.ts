import type { Ctx } from './command.ts'

/** Copies to the clipboard, and says `said` once it is there. */
export function copyText({ actions }: Pick<Ctx, 'actions'>, text: string, said: string): void {
  navigator.clipboard.writeText(text).then(
    () => actions.say(said),
    () => actions.say('The browser did not let the text be copied'),
  )
}
