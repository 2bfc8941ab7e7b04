import { useLingui } from '@lingui/react/macro'
import { languages } from '#app/kit/languages.ts'
import { Button } from '#app/ui/button.tsx'

/** The other language, by its own name. */
export function LanguageButton({ turn }: { turn: () => void }) {
  const { i18n } = useLingui()
  const other = i18n.locale === 'sw' ? 'en' : 'sw'
  return (
    <Button type="button" variant="secondary" lang={other} className="my-1" onClick={turn}>
      {languages[other]}
    </Button>
  )
}
