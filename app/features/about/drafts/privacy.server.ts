/** What is kept about people and why: the first draft, until an operator writes another. */
export const privacy = {
  en: `This page says what we keep about you, why, and for how long. We follow Kenya's Data Protection Act, 2019.

## When you visit a page
We count visits, so that organisers know how many people came. We keep the kind of device, the country, the time, and a shortened network address that can't be traced to one phone. A cookie remembers your language and that your visit was counted. There are no advertisements and no trackers of other companies.

## When you give
We keep your email address, your name if you give it, your message, the amount and the date. The organiser sees them, unless you give anonymously: then the organiser sees only the amount and your message. Your email address is never shown on the page. Our payment partner receives your email and the amount. We never see your PIN or your card number.

## When you comment or book a visit
A comment is public. A visit request goes to the organiser with your name, email and phone number, so that they can answer you.

## When you have an account
We keep your name, username, email address, a scrambled form of your password, and the devices you signed in from. Withdrawal numbers are shown with their last four digits only.

## How long
Records of money are kept for seven years, because the law asks for it. Everything else goes when you delete it or your account.

## Your rights
You can download your data and delete your account on the Settings page. To see, correct or remove anything else, [write to us](/about/help). You can also complain to the Office of the Data Protection Commissioner.`,
  sw: `Ukurasa huu unaeleza tunachohifadhi kukuhusu, kwa nini, na kwa muda gani. Tunafuata Sheria ya Ulinzi wa Data ya Kenya, 2019.

## Unapotembelea ukurasa
Tunahesabu wageni, ili waandaaji wajue ni watu wangapi walifika. Tunahifadhi aina ya kifaa, nchi, saa, na anwani ya mtandao iliyofupishwa ambayo haiwezi kuonyesha simu ya mtu mmoja. Kidakuzi hukumbuka lugha yako na kwamba ziara yako imehesabiwa. Hakuna matangazo wala vifuatiliaji vya kampuni nyingine.

## Unapochangia
Tunahifadhi barua pepe yako, jina lako ukilitoa, ujumbe wako, kiasi na tarehe. Mwandaaji huviona, isipokuwa ukichangia bila jina: hapo mwandaaji huona kiasi na ujumbe wako tu. Barua pepe yako haionyeshwi kamwe kwenye ukurasa. Mshirika wetu wa malipo hupokea barua pepe yako na kiasi. Hatuoni kamwe PIN yako wala nambari ya kadi yako.

## Unapotoa maoni au kuomba kutembelea
Maoni huonekana na wote. Ombi la kutembelea huenda kwa mwandaaji pamoja na jina, barua pepe na nambari yako ya simu, ili aweze kukujibu.

## Ukiwa na akaunti
Tunahifadhi jina lako, jina la mtumiaji, barua pepe, nenosiri lako kwa njia isiyosomeka, na vifaa ulivyoingia navyo. Nambari za kutolea pesa huonyeshwa kwa tarakimu nne za mwisho tu.

## Kwa muda gani
Kumbukumbu za pesa huhifadhiwa kwa miaka saba, kwa sababu sheria inataka hivyo. Mengine yote huondoka unapoyafuta au unapofuta akaunti yako.

## Haki zako
Unaweza kupakua data yako na kufuta akaunti yako kwenye ukurasa wa Mipangilio. Ili kuona, kurekebisha au kuondoa jambo lingine lolote, [tuandikie](/about/help). Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data.`,
}
