// A fresh sign-in on this device: the offer of offline unlock is shown until it is answered.
const KEY = 'docket.offer'

export const noteSignIn = (): void => sessionStorage.setItem(KEY, '1')
export const hasSignedIn = (): boolean => sessionStorage.getItem(KEY) !== null
/** The offer was answered, or left for the status line. */
export const forgetSignIn = (): void => sessionStorage.removeItem(KEY)
