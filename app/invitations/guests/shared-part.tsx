import { Trans, useLingui } from '@lingui/react/macro'
import type { Newcomers } from '#app/invitations/occasions/occasion.ts'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Cancelled, Room } from './answer-state.tsx'
import { ComingPeople } from './coming-people.tsx'
import { guestNameMax, invitationTexts, type Reply, replies } from './invitation.ts'
import { Livestream } from './livestream.tsx'
import { OccasionFacts } from './occasion-facts.tsx'
import type { OccasionSeen } from './occasion-seen.server.ts'

type SharedPartProps = {
  /** The address of the gathering's page. */
  page: string
  occasion: OccasionSeen
  host: string
  first: Answer | undefined
  newcomers: Newcomers
  formKey: string
  /** The answer that was pressed below the card. */
  chosen: { no: number; reply: Reply } | undefined
  now: Date
}

/** One occasion on the page that everybody may open: the facts, and an answer form that asks for the person's name. */
export function SharedPart({ page, occasion, host, first, newcomers, formKey, now, chosen }: SharedPartProps) {
  const { i18n } = useLingui()
  const { no, name, kind, partyMost, standing, approves } = occasion
  const answer = first?.typed?.no === String(no) ? first : undefined
  return (
    <section id={`o${no}`} aria-labelledby={`o${no}-name`} className="grid gap-4">
      <h2 id={`o${no}-name`} dir="auto" className="text-2xl">
        {name}
      </h2>
      {standing !== 'open' && <Shut standing={standing} why={occasion.cancelledWhy} host={host} />}
      <OccasionFacts occasion={occasion} />
      {standing !== 'cancelled' && <ComingPeople occasion={occasion} />}
      <Livestream occasion={occasion} now={now} />
      {standing === 'open' && <Room occasion={occasion} />}
      {standing === 'open' && newcomers === 'none' && <p>{i18n._(invitationTexts.noNewcomers)}</p>}
      {standing === 'open' && newcomers !== 'none' && (
        <AnswerForm
          action={`${page}/answer`}
          {...{ no, kind, first }}
          most={partyMost}
          replies={[...replies]}
          before={{ reply: chosen?.no === no ? chosen.reply : undefined, adults: 1, children: 0, wish: '' }}
          email={{ known: false }}
        >
          <input type="hidden" name="key" value={answer?.typed?.key ?? formKey} />
          <Who answer={answer} />
          {(approves || newcomers === 'ask') && (
            <p className="text-muted text-sm">
              <Trans>The hosts look at each answer first.</Trans>
            </p>
          )}
        </AnswerForm>
      )}
    </section>
  )
}

const Who = ({ answer }: { answer: Answer | undefined }) => (
  <>
    <Field name="name" label={<Trans>Your name</Trans>} answer={answer}>
      <Input autoComplete="name" maxLength={guestNameMax} required />
    </Field>
    <Field
      name="phone"
      label={<Trans>Phone number</Trans>}
      answer={answer}
      hint={<Trans>Only the hosts see it.</Trans>}
    >
      <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={30} placeholder="0712 345 678" required />
    </Field>
  </>
)

type ShutProps = { standing: OccasionSeen['standing']; why: string | null; host: string }

/** The reason why nobody can answer here. */
function Shut({ standing, why, host }: ShutProps) {
  const { t } = useLingui()
  if (standing === 'cancelled') return <Cancelled why={why ?? ''} />
  if (standing === 'over')
    return (
      <p>
        <Trans>This occasion is over.</Trans>
      </p>
    )
  if (standing === 'closed')
    return (
      <p>
        <Trans>Answers are no longer taken.</Trans>
      </p>
    )
  return <p>{t`The day for answers has passed. If you want to come, please write to ${host}.`}</p>
}
