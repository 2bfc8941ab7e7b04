import { createHmac } from 'node:crypto'
import { log } from '#app/platform/log.server.ts'
import type { Settings } from '#app/platform/settings.server.ts'
import { africasTalking } from './africas-talking.server.ts'
import { openPretendedGateway, sandboxSmsKey } from './pretended-gateway.server.ts'
import { textsAre } from './sms-settings.server.ts'
import type { Texter } from './texter.ts'

// The gateway for texts, chosen once, when the house opens.

let chosen: Texter | undefined

export function useTexter(texter: Texter | undefined): void {
  chosen = texter
}

export function theTexter(): Texter {
  if (!chosen) throw new Error('no gateway for texts to phones was chosen')
  return chosen
}

type Own = Pick<Settings, 'pretends' | 'SMS_USERNAME' | 'SMS_KEY' | 'SMS_SENDER' | 'SMS_COUNTRIES' | 'AUTH_SECRET'>

/** Africa's Talking as the settings say, or the built-in one, which is at an address of ours and reports to one. By the same code. */
export function chooseTexter(settings: Own, { sandbox, hooks }: { sandbox: string; hooks: string }): void {
  const { SMS_USERNAME, SMS_KEY, SMS_SENDER, AUTH_SECRET } = settings
  const texts = textsAre(settings)
  if (texts === 'sent')
    useTexter(
      africasTalking({ username: SMS_USERNAME!, key: SMS_KEY!, sender: SMS_SENDER, baseUrl: baseOf(SMS_USERNAME!) }),
    )
  if (texts === 'pretended') {
    openPretendedGateway(`${hooks}/${smsDoor(AUTH_SECRET!)}`)
    useTexter(
      africasTalking({
        username: 'sandbox',
        key: sandboxSmsKey(AUTH_SECRET!),
        sender: SMS_SENDER ?? 'HARAMBEE',
        baseUrl: sandbox,
      }),
    )
  }
  if (texts === 'off') log.warn('no texts are sent to phones: SMS_KEY is not set')
}

/** Their own sandbox is for the application of that name. */
const baseOf = (username: string) =>
  username === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com'

/** The last part of the address where the gateway reports: nobody can guess it, and it follows from the product's secret. */
export const smsDoor = (secret: string): string =>
  createHmac('sha256', secret).update('the door of texts to phones').digest('hex')
