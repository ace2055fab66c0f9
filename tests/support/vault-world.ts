/** The world of the vault's tests: the real server, its data, and profiles in process that are closed after each test. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { enrolPassphrase, Profile } from './profile.ts'
import { testServer, type TestServer } from './server.ts'
import { makeWorld, type World } from './world.ts'

/** Call it once, at the top of a file of tests. */
export class VaultWorld {
  server!: TestServer
  world!: World
  readonly #profiles: Profile[] = []

  constructor() {
    beforeAll(async () => {
      this.server = await testServer()
      this.world = await makeWorld(this.server.db)
    })
    afterAll(() => this.server.close())
    afterEach(async () => {
      for (const profile of this.#profiles.splice(0)) await profile.close()
    })
  }

  newProfile(): Profile {
    const profile = new Profile(this.server)
    this.#profiles.push(profile)
    return profile
  }

  /** Makes a closed profile that opens with a passphrase too. */
  async enrolled(): Promise<Profile> {
    const profile = this.newProfile()
    await enrolPassphrase(profile)
    return profile
  }
}
