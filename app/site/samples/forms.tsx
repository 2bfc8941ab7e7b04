import { Landmark, Smartphone } from 'lucide-react'
import { KitSection, long, Pair, Specimen } from '#app/site/samples/frame.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, PasswordInput, Select, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Switch } from '#app/ui/switch.tsx'

export function Forms() {
  return (
    <KitSection id="fields" title="Forms">
      <Pair>
        <Field label="Full Name" name="name" hint="As your supporters know you.">
          <Input placeholder="Achieng Otieno" autoComplete="off" />
        </Field>
        <Field label="Email" name="email" error="That does not look like an e-mail address.">
          <Input type="email" defaultValue="achieng@" autoComplete="off" />
        </Field>
        <Field
          label="Password"
          name="password"
          aside={
            <a href="#fields" className="text-link text-sm">
              Forgot password?
            </a>
          }
        >
          <PasswordInput defaultValue="harambee" autoComplete="off" />
        </Field>
        <Field label="Username" name="username" hint="It can't be changed any more.">
          <Input defaultValue="achieng" disabled />
        </Field>
        <Field label="Category" name="category">
          <Select defaultValue="medical">
            <option value="medical">Medical</option>
            <option value="education">Education</option>
          </Select>
        </Field>
        <Field label="Link" name="link" hint="Only to be read and copied.">
          <Input readOnly defaultValue="https://harambee.example/fundraiser/heal-mama-achieng" />
        </Field>
        <Field label="Message" name="message" optional hint="At most 500 letters.">
          <TextArea defaultValue={long.english} />
        </Field>
        <Field label={long.swahili} name="long" error={long.english} hint={long.swahili}>
          <Input defaultValue={long.word} />
        </Field>
      </Pair>
      <Pair>
        <MoneyField label="Goal Amount (KES)" name="goal" defaultValue="1250000" />
        <MoneyField label="Amount" name="amount" defaultValue="50" error="Minimum withdrawal amount is KES 100" />
        <MoneyField label="Empty amount" name="none" hint="From KES 1 upwards." optional />
        <MoneyField label="Amount that is fixed" name="fixed" defaultValue="98765432109.50" disabled />
      </Pair>
      <KitChoices />
      <Specimen state="the foot of a form">
        <Button type="button">Save Settings</Button>
        <Button type="button" variant="ghost">
          Cancel
        </Button>
      </Specimen>
    </KitSection>
  )
}

const amounts = ['200', '500', '1,000', '2,500'].map((label) => ({
  value: label.replace(',', ''),
  label: `KES ${label}`,
}))
const methods = [
  {
    value: 'mobile',
    label: 'Mobile money',
    hint: 'M-Pesa, Airtel Money, T-Kash',
    icon: <Smartphone aria-hidden="true" className="size-5 text-accent" />,
  },
  {
    value: 'bank',
    label: 'Bank',
    hint: 'Two working days',
    icon: <Landmark aria-hidden="true" className="size-5 text-accent" />,
  },
  { value: 'cheque', label: 'Cheque', hint: 'No longer offered', disabled: true },
]

function KitChoices() {
  return (
    <>
      <Specimen state="radio cards" wide>
        <div className="grid gap-6">
          <RadioCards
            legend="How much would you like to give?"
            name="give"
            choices={amounts}
            columns="grid-cols-2 sm:grid-cols-4"
          />
          <RadioCards
            legend="Where to?"
            name="method"
            choices={methods}
            defaultValue="mobile"
            columns="sm:grid-cols-3"
          />
          <RadioCards legend="One is needed" name="needed" choices={methods.slice(0, 2)} error="Please choose one." />
        </div>
      </Specimen>
      <Pair>
        <Specimen state="checkbox: off, on, with a hint, in error, disabled" wide>
          <Checkbox label="Give anonymously" name="anonymous" />
          <Checkbox label="Send me the receipt" name="receipt" defaultChecked hint="To the address above." />
          <Checkbox label="I agree to the terms" name="terms" error="Please agree to go on." />
          <Checkbox label="Not now" name="disabled" disabled />
          <Checkbox label="Always" name="always" disabled defaultChecked />
        </Specimen>
        <Specimen state="switch: off, on, disabled, long" wide>
          <Switch label="Dark cloth" name="cloth" />
          <Switch
            label="Collect Donations"
            name="collect"
            defaultChecked
            hint="People can give as long as this is on."
          />
          <Switch label="Not now" name="later" disabled />
          <Switch label={long.swahili} name="swahili" defaultChecked disabled />
        </Specimen>
      </Pair>
    </>
  )
}
