import { Trans } from '@lingui/react/macro'

/** Three steps on one thread. */
export function LandingSteps() {
  return (
    <section id="steps" className="dusk">
      <div className="column pt-20 pb-24 sm:pt-28 sm:pb-32">
        <h2 className="max-w-[16ch] text-4xl sm:text-5xl">
          <Trans>From need to help in three steps</Trans>
        </h2>
        <div className="steps">
          <Thread />
          <ol className="contents">
            <li className="step">
              <span aria-hidden className="step-number">
                1
              </span>
              <h3 className="text-2xl">
                <Trans>Create a fundraiser</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>Say what you need and for whom, set a goal, add a picture. It takes about 2 minutes.</Trans>
              </p>
            </li>
            <li className="step">
              <span aria-hidden className="step-number">
                2
              </span>
              <h3 className="text-2xl">
                <Trans>Share with your network</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>Send the link to the family group, the chama, the choir. Ask each of them to pass it on.</Trans>
              </p>
            </li>
            <li className="step">
              <span aria-hidden className="step-number">
                3
              </span>
              <h3 className="text-2xl">
                <Trans>Receive donations</Trans>
              </h3>
              <p className="dusk-soft mt-2">
                <Trans>
                  Watch the bar fill while you thank people. Withdraw to your phone or bank when you need it.
                </Trans>
              </p>
            </li>
          </ol>
        </div>
      </div>
    </section>
  )
}

/** The thread from one step to the next: across on desktops, down on phones. */
function Thread() {
  return (
    <svg viewBox="0 0 1000 220" preserveAspectRatio="none" className="steps-thread" aria-hidden="true" fill="none">
      <path
        d="M-300 40C-60 40 0 36 50 36s170 0 250 40 60 36 110 36 190-4 260 36 50 40 100 40 240 10 600-60"
        stroke="var(--dusk-thread)"
        strokeWidth="4"
        vectorEffect="non-scaling-stroke"
        strokeDasharray="14 7"
      />
    </svg>
  )
}
