import { Trans, useLingui } from '@lingui/react/macro'
import { Monitor, Moon, Sun } from 'lucide-react'
import { type Language, languages } from '#app/kit/languages.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { useTheme } from '#app/ui/theme.tsx'
import { isTheme } from '#app/ui/themes.ts'

/** The choice of light or dark, in this browser only; it changes at once. */
export function ThemeChoice() {
  const { theme, choose } = useTheme()
  return (
    <div className="needs-script">
      <RadioCards
        legend={<Trans>Theme</Trans>}
        name="theme"
        value={theme}
        onChoose={(value) => isTheme(value) && choose(value)}
        columns="sm:grid-cols-3"
        choices={[
          {
            value: 'light',
            label: <Trans>Light</Trans>,
            icon: <Sun aria-hidden="true" className="size-5 text-muted" />,
          },
          {
            value: 'dark',
            label: <Trans>Dark</Trans>,
            icon: <Moon aria-hidden="true" className="size-5 text-muted" />,
          },
          {
            value: 'system',
            label: <Trans>System</Trans>,
            icon: <Monitor aria-hidden="true" className="size-5 text-muted" />,
          },
        ]}
      />
    </div>
  )
}

/** The choice of language for pages and mails. The whole page changes with it, so it is a plain form post. */
export function LanguageChoice({ language }: { language: Language }) {
  const { t } = useLingui()
  return (
    <form method="post" action="/language" className="grid gap-4">
      <RadioCards
        legend={<Trans>Language</Trans>}
        name="language"
        defaultValue={language}
        columns="sm:grid-cols-3"
        choices={(Object.keys(languages) as Language[]).map((each) => ({
          value: each,
          label: <span lang={each}>{languages[each]}</span>,
        }))}
      />
      <Button variant="secondary" className="justify-self-start">
        {t`Save language`}
      </Button>
    </form>
  )
}
