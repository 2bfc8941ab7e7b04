import { afterAll, beforeAll } from 'vitest'
import { addresses } from '#app/addresses.ts'
import { openHttp } from '#app/platform/http/http.server.ts'
import { lifecycle } from '#app/platform/processes/lifecycle.server.ts'
import { listening } from './ask.ts'
import { allLines, buildOf } from './whole-build.tsx'

type Wishes = NonNullable<Parameters<typeof openHttp>[2]> & {
  /** Pages are drawn, too; else nothing is on them. */
  drawn?: boolean
}

/** Opens the whole app for a test file, as browsers and programs ask it; what it gives is there once the file's tests run. */
export function wholeApp({ drawn = false, ...options }: Wishes = {}) {
  const at = {} as Awaited<ReturnType<typeof listening>>
  let build: ReturnType<typeof buildOf>
  const server = openHttp(async () => build, 'production', { files: 'public', addresses, ...options })
  beforeAll(async () => {
    build = buildOf(await allLines(), { drawn })
    lifecycle.ready(async () => {})
    Object.assign(at, await listening(server))
  }, 120_000)
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return at
}
