import { Trans } from '@lingui/react/macro'
import { useLoaderData } from 'react-router'
import { WovenPattern } from '#app/ui/woven.tsx'

export { Features, LandingSteps as Steps } from './features.tsx'
// The parts that the server renders once and the browser leaves unchanged; see server-only.tsx.
export { Crowd } from './figure.tsx'
export { LandingPhone as Phone } from './phone.tsx'

/** The cloth that hangs behind the phone. */
export function DrawnCloth() {
  return (
    <div aria-hidden className="hero-cloth">
      <WovenPattern slug="leso" scale={2} />
    </div>
  )
}

/** The figures that may be shown; null for each that is not. */
export type Claimed = { raised: string | null; campaigns: string | null; countries: string | null }

/** The results so far, where there are any to tell. */
export function Claims() {
  const { claims } = useLoaderData<{ claims: Claimed | null }>()
  if (!claims) return null
  const { raised, campaigns, countries } = claims
  return (
    <section className="column claims">
      <h2 className="sr-only">
        <Trans>What people have done together</Trans>
      </h2>
      {raised && (
        <p className="claim claim-first">
          <span className="claim-figure">
            <span className="claim-currency">KES</span> <b>{raised}</b>
          </span>
          <span>
            <Trans>funds raised</Trans>
          </span>
        </p>
      )}
      {campaigns && (
        <p className="claim">
          <b className="claim-figure">{campaigns}</b>
          <span>
            <Trans>campaigns</Trans>
          </span>
        </p>
      )}
      {countries && (
        <p className="claim">
          <b className="claim-figure">{countries}</b>
          <span>
            <Trans>African countries</Trans>
          </span>
        </p>
      )}
    </section>
  )
}
