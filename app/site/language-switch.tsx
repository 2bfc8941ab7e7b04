import { useLingui } from '@lingui/react/macro'
import { type Language, languages } from '#app/kit/languages.ts'
import { useVisitor } from './use-visitor.ts'

/** Changes the language of the whole page, so it is a plain form: the answer is a new document. */
export function LanguageSwitch() {
  const { language } = useVisitor()
  const { t } = useLingui()
  return (
    <form method="post" action="/language" aria-label={t`Language`} className="flex flex-wrap items-center">
      {(Object.keys(languages) as Language[]).map((each) => (
        <button
          key={each}
          type="submit"
          name="language"
          value={each}
          lang={each}
          aria-current={each === language || undefined}
          className="min-h-11 rounded-control px-3 text-muted hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:underline aria-[current]:decoration-2 aria-[current]:underline-offset-4"
        >
          {languages[each]}
        </button>
      ))}
    </form>
  )
}
