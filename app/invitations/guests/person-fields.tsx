import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { guestNameMax, guestNoteMax } from './invitation.ts'

type First = { name?: string; phone?: string | null; email?: string | null; groups?: string[]; note?: string }

/** The fields of a guest: a person or a household. */
export function PersonFields({ first, answer }: { first: First; answer: Answer | undefined }) {
  return (
    <>
      <Field
        label={<Trans>Name</Trans>}
        name="name"
        answer={answer}
        required
        hint={<Trans>As the card has it: Mama Njeri & family.</Trans>}
      >
        <Input defaultValue={first.name ?? ''} maxLength={guestNameMax} autoComplete="off" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={<Trans>Phone number</Trans>} name="phone" answer={answer} optional>
          <Input defaultValue={first.phone ?? ''} inputMode="tel" autoComplete="off" />
        </Field>
        <Field label={<Trans>Email</Trans>} name="email" answer={answer} optional>
          <Input defaultValue={first.email ?? ''} inputMode="email" autoComplete="off" spellCheck={false} />
        </Field>
      </div>
      <Field
        label={<Trans>Groups</Trans>}
        name="groups"
        answer={answer}
        optional
        hint={<Trans>Such as: Family, Choir. With a comma between them.</Trans>}
      >
        <Input defaultValue={first.groups?.join(', ') ?? ''} autoComplete="off" />
      </Field>
      <Field
        label={<Trans>Note</Trans>}
        name="note"
        answer={answer}
        optional
        hint={<Trans>For you alone. The guest does not see it.</Trans>}
      >
        <TextArea rows={2} defaultValue={first.note ?? ''} maxLength={guestNoteMax} />
      </Field>
    </>
  )
}
