import type { Plugin, Rolldown } from 'vite'

export const FIRST_SCREEN: string
export function chunkGroups(): Rolldown.CodeSplittingGroup[]
export function chunkWith(bundle: Rolldown.OutputBundle, path: string): Rolldown.OutputChunk
export function listParts(): Plugin
