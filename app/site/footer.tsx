import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { ThemeToggle } from '#app/ui/theme.tsx'
import { BrandLink } from './brand.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { useVisitor } from './use-visitor.ts'
import './site.css'

const line = 'wrap-anywhere inline-flex min-h-11 items-center hover:underline sm:min-h-9'

/** The foot of every page: contact, links, language and theme. */
export function Footer() {
  const { supportUrl, countries, discover } = useVisitor()
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
          <Way to="/dashboard">
            <Trans>Start a fundraiser</Trans>
          </Way>
          {discover && <Way to="/discover">{discover}</Way>}
          <Way to="/#steps">
            <Trans>How it works</Trans>
          </Way>
          <Way to="/#features">
            <Trans>Features</Trans>
          </Way>
        </Column>
        <Column title={t`Help`}>
          <a href={supportUrl} className={line}>
            <Trans>Talk to us</Trans>
          </a>
          <Way to="/about/help">
            <Trans>Help</Trans>
          </Way>
          <Way to="/about/fees">
            <Trans>Fees</Trans>
          </Way>
          <Way to="/about/withdrawals">
            <Trans>How withdrawals work</Trans>
          </Way>
          <Way to="/auth">
            <Trans>Your account</Trans>
          </Way>
        </Column>
        <Column title={t`Where we work`}>
          <ul className="leading-8">
            {countries.map((country) => (
              <li key={country}>{country}</li>
            ))}
          </ul>
        </Column>
      </div>
      <div className="column flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t py-4">
        <p className="mr-auto text-muted">
          <Trans>{'{brand}'}. Unity is power.</Trans>
        </p>
        <Way to="/about/privacy">
          <Trans>Privacy</Trans>
        </Way>
        <Way to="/about/terms">
          <Trans>Terms</Trans>
        </Way>
        <LanguageSwitch />
        <ThemeToggle />
      </div>
    </footer>
  )
}

const Way = ({ to, children }: { to: string; children: React.ReactNode }) => (
  <Link to={to} className={line}>
    {children}
  </Link>
)

function Column({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <h2 className="mb-1 font-semibold">{title}</h2>
      <div className="flex flex-col items-start text-muted">{children}</div>
    </section>
  )
}
