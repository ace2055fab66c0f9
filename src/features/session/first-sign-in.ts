// That somebody has just signed in here: the offer of offline unlock then stands in the middle until it is answered.
const KEY = 'docket.offer'

export const noteSignIn = (): void => sessionStorage.setItem(KEY, '1')
export const hasSignedIn = (): boolean => sessionStorage.getItem(KEY) !== null
/** The offer was answered, or left for the status line. */
export const forgetSignIn = (): void => sessionStorage.removeItem(KEY)
