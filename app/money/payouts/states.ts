// THE STATES OF A WITHDRAWAL, and every step between them. The code asks this table; nothing else changes a state.
//
//                 signed              approved            completed
//      ┌───────┐ ─────────► ┌──────────┐ ─────────► ┌────────┐ ───────► ┌─────────┐
//   ─► │waiting│         ─► │processing│            │approved│ (sent)   │completed│
//      └───────┘ ◄───────── └──────────┘ ◄───────── └────────┘          └─────────┘
//        │        unsigned    │   put_back                                │ returned
//        │ refused, lapsed,   │ rejected, cancelled                       ▼
//        │ cancelled,         └─────────────────────────────────────► ┌────────┐
//        └─rejected─────────────────────────────────────────────────► │rejected│
//                                                                     └────────┘
// A request waits where treasurers must agree to it first.

export type PayoutState = 'waiting' | 'processing' | 'approved' | 'completed' | 'rejected'
export type StepKind =
  | 'requested'
  | 'signed'
  | 'refused'
  | 'lapsed'
  | 'unsigned'
  | 'approved'
  | 'sent'
  | 'completed'
  | 'put_back'
  | 'rejected'
  | 'cancelled'
  | 'returned'

/** The states whose money is set aside and has not left, as far as we know. */
export const openStates: PayoutState[] = ['waiting', 'processing', 'approved']

type Arrow = {
  step: StepKind
  from: PayoutState | null
  to: PayoutState
  by: 'owner' | 'treasurer' | 'clock' | 'administrator' | 'provider'
  /** The time of the owner's email; `later` waits some minutes for the next step, which mostly follows at once. */
  told: 'now' | 'later' | 'never'
  /** True if the note of the step before stays: the provider confirms what an administrator said. */
  keepsNote?: true
}

export const arrows: readonly Arrow[] = [
  { step: 'requested', from: null, to: 'processing', by: 'owner', told: 'now' },
  { step: 'requested', from: null, to: 'waiting', by: 'owner', told: 'now' },
  { step: 'signed', from: 'waiting', to: 'processing', by: 'treasurer', told: 'now' },
  { step: 'refused', from: 'waiting', to: 'rejected', by: 'treasurer', told: 'now' },
  { step: 'lapsed', from: 'waiting', to: 'rejected', by: 'clock', told: 'now' },
  { step: 'cancelled', from: 'waiting', to: 'rejected', by: 'owner', told: 'now' },
  { step: 'rejected', from: 'waiting', to: 'rejected', by: 'administrator', told: 'now' },
  // An administrator wanted to complete it, and too few agree any more.
  { step: 'unsigned', from: 'processing', to: 'waiting', by: 'administrator', told: 'now' },
  { step: 'cancelled', from: 'processing', to: 'rejected', by: 'owner', told: 'now' },
  { step: 'rejected', from: 'processing', to: 'rejected', by: 'administrator', told: 'now' },
  // Nothing has moved yet: the owner is told once the provider has it.
  { step: 'approved', from: 'processing', to: 'approved', by: 'administrator', told: 'never' },
  { step: 'sent', from: 'approved', to: 'approved', by: 'provider', told: 'later' },
  { step: 'completed', from: 'approved', to: 'completed', by: 'provider', told: 'now', keepsNote: true },
  { step: 'put_back', from: 'approved', to: 'processing', by: 'provider', told: 'now' },
  // An administrator has sent it by hand.
  { step: 'completed', from: 'processing', to: 'completed', by: 'administrator', told: 'now' },
  // The attempt was given up, and has arrived all the same.
  { step: 'completed', from: 'processing', to: 'completed', by: 'provider', told: 'now' },
  { step: 'completed', from: 'waiting', to: 'completed', by: 'provider', told: 'now' },
  { step: 'returned', from: 'completed', to: 'rejected', by: 'provider', told: 'now' },
]

export type StepTaken = Pick<Arrow, 'step' | 'from' | 'by'>

const find = ({ step, from, by }: StepTaken) =>
  arrows.find((one) => one.step === step && one.from === from && one.by === by)

/** True if they may take this step. */
export const isPossible = (taken: StepTaken): boolean => find(taken) !== undefined

/** Returns the arrow of a step. A step that is not in the table is a fault of ours. */
export function arrowOf(taken: StepTaken): Arrow {
  const arrow = find(taken)
  if (arrow) return arrow
  throw new Error(`a withdrawal that is ${taken.from ?? 'not there'} is never ${taken.step} by the ${taken.by}`)
}

/** Returns when the owner is told of a step. All arrows of a step have the same value. */
export const toldOf = (step: StepKind): Arrow['told'] => arrows.find((one) => one.step === step)!.told
