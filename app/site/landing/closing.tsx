import { Trans } from '@lingui/react/macro'
import { LinkButton } from '#app/ui/button.tsx'
import { useVisitor } from '../use-visitor.ts'
import { Still } from './still.tsx'

export function Closing() {
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
      <Still part="Crowd" />
    </section>
  )
}
