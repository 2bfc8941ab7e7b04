import { msg } from '@lingui/core/macro'
import { fits } from '#app/kit/gsm7.ts'
import type { Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import { publicAddress } from '#app/platform/settings.server.ts'

/**
 * The text with a code. By its last line a phone offers the code on our pages alone; a host whose name is too long for that
 * goes without the line.
 */
export function codeSms(language: Language, code: string, host = new URL(publicAddress()).hostname): string {
  const words = wordsIn(language, catalogues[language])
  const told = words._(msg`${code} is your Harambee code, for 5 minutes. Type it on our page alone and tell nobody.`)
  const whole = `${told}\n\n@${host} #${code}`
  return fits(whole) ? whole : told
}
