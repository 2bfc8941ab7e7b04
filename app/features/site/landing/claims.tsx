import { Trans } from '@lingui/react/macro'

/** The operator's words about what was reached so far. */
export function Claims() {
  return (
    <section className="column claims">
      <h2 className="sr-only">
        <Trans>What people have done together</Trans>
      </h2>
      <p className="claim claim-first">
        <b className="claim-figure">10M+</b>
        <span>
          <Trans>funds raised</Trans>
        </span>
      </p>
      <p className="claim">
        <b className="claim-figure">50K+</b>
        <span>
          <Trans>campaigns</Trans>
        </span>
      </p>
      <p className="claim">
        <b className="claim-figure">15+</b>
        <span>
          <Trans>African countries</Trans>
        </span>
      </p>
    </section>
  )
}
