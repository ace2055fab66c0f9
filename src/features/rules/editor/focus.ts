// Focus in the rule form.

const FIELDS = ':is(input, select, textarea):not(:disabled)'
/** Without a field, its add button. */
const CONTROLS = 'button:not(:disabled)'

const focusFirst = (element: Element | null | undefined): boolean => {
  const field = element?.querySelector(FIELDS) ?? element?.querySelector(CONTROLS)
  if (!(field instanceof HTMLElement)) return false
  field.focus({ preventScroll: true })
  return true
}

/** The field at a place, or the nearest around it; once what marks it is drawn. */
export function focusPlace(place: string): void {
  requestAnimationFrame(() => {
    for (let at = place; at !== ''; at = at.split('.').slice(0, -1).join('.')) {
      const found = document.querySelector(`[data-place="${CSS.escape(at)}"]`)
      if (!focusFirst(found)) continue
      // with its label and what is wrong, wherever the form was scrolled to
      found?.scrollIntoView({ block: 'center' })
      return
    }
  })
}

/** A part of the form: it comes into view, and its first field takes the focus. */
export function focusSection(section: string): void {
  const found = document.querySelector(`[data-section="${section}"]`)
  found?.scrollIntoView({ block: 'start' })
  focusFirst(found)
}

const formElement = () => document.querySelector<HTMLElement>('[data-rule-form]')

/** The form itself, where single keys are commands. */
export const focusForm = (): void => formElement()?.focus()

/** True if the focus is on something in the form, not on the form itself. */
export function isOnControl(): boolean {
  const form = formElement()
  return form !== null && form !== document.activeElement && form.contains(document.activeElement)
}
