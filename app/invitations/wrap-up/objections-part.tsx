import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Objection } from './objections.server.ts'

type PartProps = { page: string; photo: string; no: number; objections: Objection[] }

/** Guests' requests to take a photo down, their reasons, and the host's choices. */
export function ObjectionsPart({ page, photo, no, objections }: PartProps) {
  const waits = objections.some(({ kept }) => !kept)
  return (
    <Notice tone={waits ? 'warn' : 'info'} title={<Trans>Take photo {no} down?</Trans>}>
      <div className="grid gap-3 *:min-w-0">
        <ul className="grid gap-2">
          {objections.map((one) => (
            <WhoAsks key={one.id} {...one} />
          ))}
        </ul>
        {waits ? (
          <Changing>
            <div className="flex flex-wrap gap-2">
              <Decide page={page} photo={photo} formAction="take-down" />
              <Decide page={page} photo={photo} formAction="keep" />
            </div>
          </Changing>
        ) : (
          <p>
            <Trans>You keep it. We at Harambee still look at it.</Trans>
          </p>
        )}
      </div>
    </Notice>
  )
}

function WhoAsks({ name, words, at }: Objection) {
  const { t, i18n } = useLingui()
  return (
    <li className="grid gap-0.5">
      <span className="flex flex-wrap gap-x-2">
        <bdi className="wrap-anywhere font-semibold">{name ?? t`A guest who was forgotten`}</bdi>
        <span className="figures text-sm">{momentIn(i18n.locale as Language, at)}</span>
      </span>
      {words && (
        <span dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </span>
      )}
    </li>
  )
}

function Decide({ page, photo, formAction }: { page: string; photo: string; formAction: 'take-down' | 'keep' }) {
  const { t } = useLingui()
  const { Form, busy } = useFormAction()
  return (
    <Form method="post" action={`${page}/photos/${formAction}`}>
      <input type="hidden" name="photo" value={photo} />
      <Button variant={formAction === 'keep' ? 'secondary' : 'primary'} busy={busy}>
        {formAction === 'keep' ? t({ message: 'Keep it', context: 'photo' }) : <Trans>Take it down</Trans>}
      </Button>
    </Form>
  )
}
