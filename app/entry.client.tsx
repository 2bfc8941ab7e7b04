import { I18nProvider } from '@lingui/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { slept } from '#app/ui/slept.ts'

/** Catalogues load on their own; a page in English needs none. */
const catalogues: Partial<Record<Language, () => Promise<{ messages: Record<string, string> }>>> = {
  sw: () => import('#app/locales/sw.po') as never,
}

async function start() {
  const asked = document.documentElement.lang
  const language = isLanguage(asked) ? asked : 'en'
  const messages = (await catalogues[language]?.())?.messages ?? {}
  slept()?.giveBack?.()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={wordsIn(language, messages)}>
          <HydratedRouter />
        </I18nProvider>
      </StrictMode>,
    )
  })
}
void start()
