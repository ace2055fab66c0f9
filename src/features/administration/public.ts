/** How the sections of Administration read and send. */
export { administrationActs, here, onRowOf, rowAtCursor } from './acts.ts'
export { administrationKey, EVERY_MS, quietly, SOON_MS } from './queries.ts'
export { SECTIONS, sectionHref, type Section } from './links.ts'
