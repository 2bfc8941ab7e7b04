import { Trans } from '@lingui/react/macro'
import { ArrowDown } from 'lucide-react'
import { Link } from 'react-router'
import { LinkButton } from '#app/ui/button.tsx'
import { ServerOnly } from './server-only.tsx'

export function LandingHero() {
  return (
    <section className="hero">
      <ServerOnly part="DrawnCloth" />
      <div className="column hero-grid">
        <div className="hero-words">
          <p className="font-semibold text-accent">
            <Trans>{'{brand}'}: all pull together</Trans>
          </p>
          <h1 className="hero-title">
            <Trans>What one can’t lift, we lift together.</Trans>
          </h1>
          <p className="mt-6 max-w-[34rem] text-lg text-muted leading-relaxed sm:text-xl">
            <Trans>
              A hospital bill, school fees, a roof for the church. Start a fundraiser, send one link to everyone you
              know, and watch the gifts arrive by M-Pesa, card and bank.
            </Trans>
          </p>
          <div className="mt-9 flex flex-wrap items-center gap-x-7 gap-y-4">
            <LinkButton to="/dashboard" size="large">
              <Trans>Start Fundraising</Trans>
            </LinkButton>
            <a href="#steps" className="inline-flex min-h-11 items-center gap-2 font-semibold hover:underline">
              <Trans>See how it works</Trans>
              <ArrowDown aria-hidden size={18} />
            </a>
          </div>
          <p className="mt-4">
            <Link to="/dashboard/invite" className="inline-flex min-h-11 items-center text-link">
              <Trans>A burial or a wedding? Make an invitation</Trans>
            </Link>
          </p>
        </div>
        <ServerOnly part="Phone" />
      </div>
    </section>
  )
}
