/** True when `dist` now holds a build of the present files. */
export function build(): boolean
