import type { Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { isTheme, themeKey } from '#app/ui/themes.ts'
import { DoorProgram } from './door-program.tsx'
import { DoorPhone } from './phone.ts'

// The door: a small program of its own, which opens without a network. See docs/develop/decisions/0023.

const languageKey = 'door-language'

/** Reads a stored choice; a private window may keep none. */
function chosen(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

async function wordsOf(language: Language) {
  const messages: Messages = language === 'sw' ? (await import('#app/locales/sw.po?visitors')).messages : {}
  document.documentElement.lang = language
  return wordsIn(language, messages)
}

async function start() {
  const theme = chosen(themeKey)
  if (isTheme(theme) && theme !== 'system') document.documentElement.dataset.theme = theme
  const kept = chosen(languageKey) ?? document.documentElement.lang
  const root = createRoot(document.querySelector('#door')!)
  const code = /^\/door\/join\/([^/]+)/.exec(location.pathname)?.[1] ?? null
  const phone = new DoorPhone(code)
  const show = async (language: Language) => {
    const words = await wordsOf(language)
    const other = language === 'en' ? 'sw' : 'en'
    const turn = () => {
      try {
        localStorage.setItem(languageKey, other)
      } catch {
        // The choice lasts only while the page is open.
      }
      void show(other)
    }
    root.render(
      <I18nProvider i18n={words}>
        <DoorProgram phone={phone} turn={turn} />
      </I18nProvider>,
    )
  }
  await show(isLanguage(kept) ? kept : 'en')
  void phone.start()
  void newerVersion(phone)
}
void start()

// A new version takes over when no event waits and no guest was checked for a while.

const idle = 10 * 60_000
const look = 60_000

async function newerVersion(phone: DoorPhone): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker
    .register('/door/sw.js', { scope: '/door', updateViaCache: 'none' })
    .catch(() => undefined)
  if (!registration) return
  // The first worker takes over a page that is current.
  let isFirst = !navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload()
    isFirst = false
  })
  setInterval(() => {
    const isIdle = phone.waits === 0 && Date.now() - phone.touched > idle
    if (isIdle && registration.waiting) registration.waiting.postMessage('take over')
    else if (navigator.onLine) void registration.update().catch(() => {})
  }, look)
}
