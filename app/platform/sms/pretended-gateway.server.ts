import { createHmac } from 'node:crypto'
import { thePool } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { openGateway } from '#sandbox/africastalking.ts'

/** Returns the gateway for texts of laptops and tests, on our own port. */
export const pretendedGateway = () =>
  (opened ??= openGateway({ query, key: () => sandboxSmsKey(settings.AUTH_SECRET!), post }))

let opened: ReturnType<typeof openGateway> | undefined
let heardAt: string | undefined

/** Makes it post its reports to this address of ours. */
export function openPretendedGateway(address: string): void {
  heardAt = address
}

/** Derives the key that the gateway and we share from the product's secret, so that nobody has to set it. */
export const sandboxSmsKey = (secret: string): string =>
  `atsk_${createHmac('sha256', secret).update('the key of the pretended gateway').digest('hex')}`

const query = (text: string, values: unknown[]) => thePool().query(text, values)

async function post(form: URLSearchParams): Promise<void> {
  if (!heardAt) return
  const signal = AbortSignal.timeout(10_000)
  const answer = await fetch(heardAt, { method: 'POST', body: form, signal, redirect: 'manual' })
  await answer.body?.cancel()
}
