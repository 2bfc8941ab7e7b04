import type { Messages } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { type ReactNode, StrictMode, startTransition, use, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { isLanguage, type Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { restOfWords } from '#app/ui/all-words.ts'
import { handover } from '#app/ui/static-page.ts'
import { hearFirst } from '#app/ui/travel.ts'
import { untilThere } from '#app/ui/until-there.ts'

type Catalogue = () => Promise<{ messages: Messages }>
/** Catalogues load separately: the words of visitors' pages, and the rest. A page in English needs none. */
const catalogues: Partial<Record<Language, [visitors: Catalogue, rest: Catalogue]>> = {
  sw: [() => import('#app/locales/sw.po?visitors'), () => import('#app/locales/sw.po?rest')],
}

/** Checks whether Back was pressed before hydration: then the address is no longer the one that the server rendered. */
const isElsewhere = () => {
  const [drawn] = performance.getEntriesByType('navigation')
  return drawn !== undefined && new URL(drawn.name).pathname !== location.pathname
}
const never = new Promise<never>(() => {})

/**
 * Reloads when React takes over a page whose address has changed: the router would show what the server has not rendered. Then sets
 * `data-alive`, for taps that wait (load-react.ts) and for programs that drive a browser.
 */
function Here({ children }: { children: ReactNode }) {
  if (isElsewhere()) {
    location.reload()
    use(never)
  }
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return children
}

async function start() {
  const asked = document.documentElement.lang
  const language = isLanguage(asked) ? asked : 'en'
  const [visitors, rest] = catalogues[language] ?? []
  const messages: Messages = {}
  const add = async (part: Catalogue) => void Object.assign(messages, (await part()).messages)
  if (visitors && rest) {
    restOfWords(() => add(rest))
    const parts = 'visitors' in document.documentElement.dataset ? [visitors] : [visitors, rest]
    await Promise.all(parts.map((part) => untilThere(() => add(part))))
  }
  hearFirst()
  handover()?.giveBack?.()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <I18nProvider i18n={wordsIn(language, messages)}>
          <Here>
            <HydratedRouter />
          </Here>
        </I18nProvider>
      </StrictMode>,
    )
  })
}
void start()
