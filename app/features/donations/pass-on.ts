import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** What somebody who gave sends on, and where WhatsApp takes it. It says nothing of how much was given. */
export function passOn(i18n: I18n, { title, link }: { title: string; link: string }): string {
  const text = i18n._(msg`I have given to ${title}. Let us pull together: ${link}`)
  return `https://wa.me/?text=${encodeURIComponent(text)}`
}
