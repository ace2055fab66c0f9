// The pages of a team: the row of buttons that stands on each of them.
export { TeamPages } from './team-pages.tsx'
