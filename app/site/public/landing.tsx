import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDown } from 'lucide-react'
import { Link } from 'react-router'
import { landingDrive } from '#app/drives/drive/summary.server.ts'
import { endOfDay } from '#app/kit/time.ts'
import { publicDonations } from '#app/money/donations/donations.server.ts'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { lagDb } from '#app/platform/postgres/replica.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { claimsSupport, landingClaims } from '#app/site/claims.server.ts'
import { Footer } from '#app/site/footer.tsx'
import { fetchDrawings, ServerOnly } from '#app/site/landing/server-only.tsx'
import { Preview } from '#app/site/preview.tsx'
import { StaticPage } from '#app/site/static-page.tsx'
import { TopBar } from '#app/site/top-bar.tsx'
import type { Route } from './+types/landing.ts'
import '#app/site/landing/landing.css'
import { useVisitor } from '#app/site/use-visitor.ts'
import { LinkButton } from '#app/ui/button.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const [example, figures] = await Promise.all([part(context, exampleShown()), part(context, landingClaims(lagDb()))])
  const asked = context.get(askedContext)
  const { claims, until } = figures === 'failed' ? { claims: null, until: 0 } : figures
  if (asked.forAll && example !== 'failed')
    asked.keep = example
      ? { topics: [`drive:${example.id}`], until: Math.min(endOfDay(new Date()), until) }
      : { topics: [] }
  return {
    origin: namedOrigin(asked),
    claims,
    support: claimsSupport(),
    example: example === 'failed' ? null : example,
  }
}

/** Returns the example drive with its last gifts, if there is one. */
async function exampleShown() {
  const drive = await landingDrive(db, new Date())
  if (!drive) return null
  const { donations } = await publicDonations(db, drive.id, { limit: 3 })
  return { ...drive, gifts: donations.map(({ id, name, amount }) => ({ id, name, amount })) }
}

/** Runs only when a visitor comes from another page of ours. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [data] = await Promise.all([serverLoader(), fetchDrawings()])
  return data
}

export default function Landing({ loaderData: { origin } }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <>
      <Preview
        address={`${origin}/`}
        picture={`${origin}/share.jpg`}
        title={t`{brand}: raise money together`}
        text={t`Start a fundraiser for medical bills, emergencies, education or your community in about two minutes, share one link, and receive donations by M-Pesa and card.`}
      />
      <TopBar />
      <main id="main" tabIndex={-1}>
        <LandingHero />
        <ServerOnly part="Claims" />
        <ServerOnly part="Features" />
        <ServerOnly part="Steps" />
        <Closing />
      </main>
      <Footer />
      <StaticPage />
    </>
  )
}

function Closing() {
  const { supportUrl } = useVisitor()
  return (
    <section className="closing">
      <div className="column flex flex-col items-center pt-20 text-center sm:pt-28">
        <h2 className="closing-title">
          <Trans>Unity is power</Trans>
        </h2>
        <p className="mt-5 max-w-xl text-lg text-muted">
          <Trans>Someone you know is waiting for someone to start. Let it be you, today.</Trans>
        </p>
        <div className="mt-9 flex flex-wrap justify-center gap-4">
          <LinkButton to="/dashboard" size="large">
            <Trans>Start Your Campaign Now</Trans>
          </LinkButton>
          <a href={supportUrl} className="closing-support">
            <Trans>Talk to Support</Trans>
          </a>
        </div>
      </div>
      <ServerOnly part="Crowd" />
    </section>
  )
}

function LandingHero() {
  return (
    <section className="hero">
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
      {/* The cloth hangs by the end of the section: written first, it moves while the rest of the page arrives. */}
      <ServerOnly part="DrawnCloth" />
    </section>
  )
}
