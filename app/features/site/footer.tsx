import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { BrandLink } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useVisitor } from './use-visitor.ts'
import './site.css'

const line = 'inline-flex min-h-11 items-center hover:underline sm:min-h-9'

/** The foot of every page: where we are at work, the ways on, language and theme. */
export function Footer() {
  const { supportUrl } = useVisitor()
  const { t } = useLingui()
  return (
    <footer className="border-line border-t bg-card text-[0.9375rem]">
      <div className="column grid grid-cols-2 gap-x-6 gap-y-9 py-12 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <BrandLink />
          <p className="mt-2 max-w-xs text-muted">
            <Trans>Fundraising the way we have always done it: everyone pulls together.</Trans>
          </p>
        </div>
        <Column title={t`Fundraise`}>
          <Link to="/dashboard" className={line}>
            <Trans>Start a fundraiser</Trans>
          </Link>
          <Link to="/#steps" className={line}>
            <Trans>How it works</Trans>
          </Link>
          <Link to="/#features" className={line}>
            <Trans>Features</Trans>
          </Link>
        </Column>
        <Column title={t`Help`}>
          <a href={supportUrl} className={line}>
            <Trans>Talk to us</Trans>
          </a>
          <Link to="/auth" className={line}>
            <Trans>Your account</Trans>
          </Link>
        </Column>
        <Column title={t`Where we work`}>
          <ul className="leading-8">
            <Countries />
          </ul>
        </Column>
      </div>
      <div className="column flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t py-4">
        <p className="mr-auto text-muted">
          <Trans>Harambee. Unity is power.</Trans>
        </p>
        <LanguageSwitch />
        <ThemeToggle />
      </div>
    </footer>
  )
}

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold">{title}</h2>
      <div className="flex flex-col items-start text-muted">{children}</div>
    </section>
  )
}

function Countries() {
  return (
    <>
      <li>
        <Trans>Kenya</Trans>
      </li>
      <li>
        <Trans>Uganda</Trans>
      </li>
      <li>
        <Trans>Tanzania</Trans>
      </li>
      <li>
        <Trans>Nigeria</Trans>
      </li>
      <li>
        <Trans>Ghana</Trans>
      </li>
      <li>
        <Trans>plus 10 more</Trans>
      </li>
    </>
  )
}
