// Windows of one person that come into sight and go out of it.
import { expect, test } from 'vitest'
import { MemoryLocks, VirtualClock } from '#tests/support/engine-world.ts'
import { isLockedHidden, lockWhenHidden, setLockedHidden } from './when-hidden.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

class Desk {
  readonly clock = new VirtualClock()
  readonly #locks = new MemoryLocks()
  #value: unknown
  locked = 0
  readonly user = { get: () => this.#value, save: (_: unknown, value: unknown) => void (this.#value = value) }

  window() {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState })
    const stop = lockWhenHidden({
      page,
      user: this.user,
      clock: this.clock,
      locks: this.#locks,
      lock: async () => void (this.locked += 1),
    })
    const show = (state: DocumentVisibilityState) => {
      page.visibilityState = state
      page.dispatchEvent(new Event('visibilitychange'))
    }
    return { hide: () => show('hidden'), show: () => show('visible'), stop }
  }

  /** A few seconds go by; answers how often it was locked up to then. */
  async later(): Promise<number> {
    await turn()
    this.clock.advance(5000)
    await turn()
    return this.locked
  }
}

test('locks when hidden, if the user chose so', async () => {
  const desk = new Desk()
  const one = desk.window()
  one.hide()
  expect([isLockedHidden(desk.user), await desk.later()]).toEqual([false, 0])
  one.show()
  setLockedHidden(desk.user, true)
  one.hide()
  expect([isLockedHidden(desk.user), await desk.later()]).toEqual([true, 1])
})

test('does not lock while another window is visible, whichever came first', async () => {
  const desk = new Desk()
  setLockedHidden(desk.user, true)
  const [one, two] = [desk.window(), desk.window()]
  one.hide()
  expect(await desk.later()).toBe(0)
  one.show()
  two.hide()
  expect(await desk.later()).toBe(0)
  one.hide()
  expect(await desk.later()).toBe(1)
})

test('does not lock while switching windows, with a moment in which none is visible', async () => {
  const desk = new Desk()
  setLockedHidden(desk.user, true)
  const [one, two] = [desk.window(), desk.window()]
  two.hide()
  await desk.later()
  one.hide()
  desk.clock.advance(200)
  two.show()
  expect(await desk.later()).toBe(0)
})
