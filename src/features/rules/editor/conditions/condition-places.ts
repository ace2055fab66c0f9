/** Places of conditions in a rule, apart from the faults there: commands name them, and load nothing for it. */
export const CONDITIONS = 'options.conditions'
export const NO_CONDITIONS = 'This server holds no conditions'
export const under = (place: string): string => (place === '' ? CONDITIONS : `${CONDITIONS}.${place}`)
