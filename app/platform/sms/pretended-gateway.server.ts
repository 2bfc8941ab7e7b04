import { createHmac } from 'node:crypto'
import { thePool } from '#app/platform/db.server.ts'
import { settings } from '#app/platform/settings.server.ts'
import { openGateway } from '#sandbox/africastalking.ts'

/** The gateway for texts of laptops and tests, which is on our own port. */
export const pretendedGateway = () =>
  (opened ??= openGateway({ query, key: () => sandboxSmsKey(settings.AUTH_SECRET!), post: async () => {} }))

let opened: ReturnType<typeof openGateway> | undefined

/** The key that it and we share: it follows from the product's secret, so that nobody has to set it. */
export const sandboxSmsKey = (secret: string): string =>
  `atsk_${createHmac('sha256', secret).update('the key of the pretended gateway').digest('hex')}`

const query = (text: string, values: unknown[]) => thePool().query(text, values)
