import { expect } from 'vitest'
import { house } from './visitor.ts'

/** The code in the newest text to a phone, as it is typed in Kenya; waits until so many codes were texted to it. */
export async function codeOn(phone: string, nr = 1): Promise<string> {
  let codes: string[] = []
  const look = async () => {
    const answer = await fetch(`${house()}/sandbox/sms.json?to=254${phone.replaceAll(' ', '').slice(1)}`)
    const { sms } = (await answer.json()) as { sms: { text: string }[] }
    codes = sms.flatMap(({ text }) => /#(\d{6})$/.exec(text)?.[1] ?? [])
    return codes.length
  }
  await expect.poll(look, { timeout: 20_000 }).toBe(nr)
  return codes[0]!
}
