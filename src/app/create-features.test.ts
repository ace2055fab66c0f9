import { expect, test } from 'vitest'
import { defineCommand, type CommandId } from '#src/commands/command.ts'
import { whenText } from '#src/commands/dispatcher/when-text.ts'
import { inView, type View } from '#src/commands/dispatcher/when.ts'
import type { Data } from '#src/data/data.ts'
import { SECTIONS } from '#src/features/administration/public.ts'
import { defineFeature, type Feature } from '#src/features/define-feature.ts'
import { createFeatures } from './create-features.ts'
import { FEATURES } from './features.ts'
import { drawersOf, screensOf } from './tables.ts'

const around = {
  data: {} as Data,
  session: () => undefined,
  platform: () => 'demo',
  weightOf: () => 0,
  registry: () => {
    throw new Error('no command is there yet')
  },
}

// names of a feature that only this test has
const view = 'planets' as View
const id = 'planet.open' as CommandId
const Planets = () => null
const planets = defineFeature({
  commands: () =>
    Promise.resolve([
      defineCommand({ id, title: 'Open', group: 'View', keywords: 'planet, moon', when: inView(view), run: () => {} }),
    ]),
  drawers: { ['planet' as 'assistant']: { title: 'Planet', load: () => Promise.resolve(Planets) } },
  screens: [{ path: 'planets', name: 'planets', title: 'Far planets', view, load: () => Promise.resolve(Planets) }],
})

test('a feature registers its screen, surface, drawer and command by its own entry in the list', async () => {
  const features = createFeatures(around, [planets])
  const [commands] = await features.laterCommands()
  expect(commands!.map((command) => [command.id, whenText(command.when)])).toEqual([[id, 'far planets']])
  expect(screensOf([planets]).map(({ path }) => path)).toEqual(['planets'])
  expect(drawersOf([planets])['planet']).toMatchObject({ title: 'Planet' })
})

test('a feature that stands before one that it needs is refused', () => {
  const early: Feature = { name: 'early', needs: ['late'], create: () => 1 }
  const late: Feature = { name: 'late', create: () => 2 }
  expect(() => createFeatures(around, [early, late])).toThrow('early needs late, which must stand before it')
  expect(createFeatures(around, [late, early]).states).toEqual({ early: 1, late: 2 })
})

test('no two features declare a drawer, a screen or a state of the same name', () => {
  const names = FEATURES.flatMap(({ drawers = {}, screens = [], name }) => [
    ...Object.keys(drawers).map((drawer) => `drawer ${drawer}`),
    ...screens.map((screen) => `screen ${screen.name}`),
    ...(name ? [`state ${name}`] : []),
  ])
  expect(names.filter((one, index) => names.indexOf(one) < index)).toEqual([])
})

test('the buttons of administration lead to its screens, under their titles', () => {
  const screens = screensOf(FEATURES).filter(({ path }) => path.startsWith('administration/'))
  const sections = SECTIONS.map(({ section, title }) => [`administration/${section}`, title])
  expect(screens.map(({ path, title }) => [path, title]).toSorted()).toEqual(sections.toSorted())
})
