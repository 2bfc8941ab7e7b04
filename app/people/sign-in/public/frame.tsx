import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { titled } from '#app/kit/brand.ts'
import { BrandLink } from '#app/site/brand.tsx'
import { LanguageSwitch } from '#app/site/language-switch.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

type FrameProps = {
  title: ReactNode
  text?: ReactNode
  /** The way home is the only thing to do: its link is below the words instead of above them. */
  homeBelow?: boolean
  children?: ReactNode
}

/** The two halves of every page around an account: the cloth, and the form or message. */
export function Frame({ title, text, homeBelow, children }: FrameProps) {
  return (
    <div className="min-h-dvh bg-paper md:grid md:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:grid-cols-2">
      <Cloth />
      <div className="flex min-h-dvh flex-col px-4 sm:px-8">
        <header className="flex min-h-18 flex-wrap items-center justify-between gap-x-4 md:justify-end">
          <BrandLink className="md:hidden" />
          {!homeBelow && (
            <LinkButton
              to="/"
              variant="ghost"
              size="small"
              className="max-w-full shrink-0"
              icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            >
              <Trans>Back to Home</Trans>
            </LinkButton>
          )}
        </header>
        <main id="main" tabIndex={-1} className="mx-auto w-full max-w-md grow pt-4 pb-16 md:pt-[4vh]">
          <h1 className="text-3xl sm:text-4xl">{title}</h1>
          {text && <p className="mt-3 text-lg text-muted">{text}</p>}
          <div className="mt-8">{children}</div>
        </main>
        <footer className="-mx-3 flex flex-wrap items-center justify-between gap-2 py-2 text-[0.9375rem] sm:justify-end">
          <LanguageSwitch />
          <ThemeToggle />
        </footer>
      </div>
    </div>
  )
}

/** The cloth: above the form on a phone, beside it if there is room. */
function Cloth() {
  const { t, i18n } = useLingui()
  return (
    <aside aria-label={t`About {brand}`} className="md:sticky md:top-0 md:h-dvh">
      <WovenPattern slug="harambee" kind="band" className="block md:hidden" />
      <div className="relative hidden h-full overflow-hidden md:block">
        <WovenPattern slug="harambee" kind="cloth" scale={3} className="absolute inset-0" />
        <div className="relative flex h-full flex-col items-start justify-between p-8 lg:p-10">
          <div className="rounded-control bg-paper px-4 py-1">
            <BrandLink />
          </div>
          <p className="max-w-[14ch] rounded-card bg-paper px-6 py-5 font-bold font-display text-3xl leading-tight lg:text-4xl">
            <Trans>Unity is power.</Trans>
            {i18n.locale !== 'sw' && (
              <span lang="sw" className="mt-2 block text-muted text-xl">
                Umoja ni nguvu.
              </span>
            )}
          </p>
        </div>
      </div>
    </aside>
  )
}

/** The page for a mailed link that was used or is too old: the reason, and links to go on. */
export function LinkOver({ text, children }: { text: ReactNode; children: ReactNode }) {
  const { t } = useLingui()
  return (
    <Frame title={<Trans>This link has expired</Trans>} text={text}>
      <title>{titled(t`This link has expired`)}</title>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Frame>
  )
}
