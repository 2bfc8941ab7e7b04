import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#app/kit/says.ts'
import { takeTry } from '#app/platform/limits.server.ts'
import { authSecret } from './auth.server.ts'
import { phoneTexts } from './phone.ts'

// A form that texts codes to strangers' numbers must have been opened a moment before it is sent, as people do. This check needs neither a
// script nor a cookie, and costs a program a page load for each few codes.

const [least, most] = [2000, 2 * 3_600_000]

/** Returns the value of the form's hidden field. */
export function openedNow(now = Date.now()): string {
  const opened = `${now.toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${opened}.${signatureOf(opened)}`
}

/** Checks the value of that field. A form sent at once waits for the rest of the two seconds. */
export async function takeOpened(sent: string, now = Date.now()): Promise<void> {
  const age = now - openedAt(sent)
  if (!(age <= most))
    throw new Refusal(
      { title: phoneTexts.notSent, why: phoneTexts.openAgain, tone: 'bad' },
      { status: 403, typed: { opened: openedNow() } },
    )
  await takeTry([{ name: 'opened-form', key: sent, times: 3, seconds: most / 1000 }])
  if (age < least) await new Promise((resolve) => setTimeout(resolve, least - age))
}

/** Returns NaN for a value that is not ours. */
function openedAt(sent: string): number {
  const [time = '', chance = '', signature = ''] = sent.split('.')
  const [shown, ours] = [Buffer.from(signature), Buffer.from(signatureOf(`${time}.${chance}`))]
  return shown.length === ours.length && timingSafeEqual(shown, ours) ? Number.parseInt(time, 36) : Number.NaN
}

const signatureOf = (opened: string) =>
  createHmac('sha256', authSecret()).update(`form opened ${opened}`).digest('base64url')
