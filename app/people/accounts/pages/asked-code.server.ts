import { redirect } from 'react-router'
import type { AuthCaller } from '#app/people/accounts/auth.server.ts'
import { type AskedPhone, askedPhoneGone, askedPhoneIn } from '#app/people/accounts/cookies.server.ts'
import { codeWait, noCodeAsked, returnCode, waitsForCode } from '#app/people/accounts/phone-codes.server.ts'
import { personContext } from '#app/people/accounts/session.server.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext } from '#app/platform/request.server.ts'

// A signed-in person types a texted code: for a phone of theirs, or for a change of their email address.

/** Returns the phone that got the code, and when another can be requested. Without a code the person is sent to the previous page. */
export async function textedCode(
  { request, context }: AuthCaller,
  before: string,
): Promise<{ phone: string; wait: number }> {
  const asked = askedPhoneIn(request)
  const waits = asked && (await waitsForCode(db, context.get(personContext)!.id, asked.phone, asked.mark))
  if (!asked || !waits) throw redirect(before, 303)
  return {
    phone: asked.phone,
    wait: await codeWait(asked.phone, { address: context.get(askedContext).address, request }),
  }
}

/** Runs the code's purpose, and leads back to the settings. */
export async function withTextedCode(
  { request, context }: AuthCaller,
  use: (userId: string, asked: AskedPhone) => Promise<unknown>,
) {
  const asked = askedPhoneIn(request)
  if (!asked) throw noCodeAsked()
  await use(context.get(personContext)!.id, asked)
  await returnCode(asked.phone, { address: context.get(askedContext).address, request })
  return { go: '/settings', cookies: [askedPhoneGone()] }
}
