/** The personal data that is kept, and why: the first draft, until an operator writes another. */
export const privacy = {
  en: `This page says what we keep about you, why, and for how long. We follow Kenya's Data Protection Act, 2019.

## When you visit a page
We count visits, so that organisers know how many people came. We keep the kind of device, the country, the time, and a shortened network address that can't be traced to one phone. A cookie remembers your language and that your visit was counted. There are no advertisements and no trackers of other companies.

## When you give
We keep your email address, your name if you give it, your message, the amount and the date. The organiser sees them, unless you give anonymously: then the organiser sees only the amount and your message. Your email address is never shown on the page. Our payment partner receives your email and the amount. We never see your PIN or your card number.

## When you give by M-Pesa
Safaricom receives your phone number and the amount, and tells us M-Pesa's code of the payment. The organiser and helpers of a drive see a shortened number, such as 0712 … 678. If nothing was paid we erase your number after 90 days. When you tell us which payment was yours, we erase that number after 30 days. Texts are sent by a company for texts, which receives your number and the words; we erase the words after 30 days. Answer STOP to a text and we send you no more.

## When somebody writes down your gift or pledge
A treasurer may record a gift in cash, a pledge, or a list of a group, with your name and number. A list that was pasted is erased after 30 days. The text that you receive says who wrote it down, and its page lets you refuse the pledge or remove your name.

## When you are invited
A host keeps your name, your number or email if they have it, your answer and when you arrived. Only the host and the helpers of that occasion see it. Your name is erased a year after the occasion, or when you ask on your page. A photo that you are in can be taken down from its page.

## When you comment or book a visit
A comment is public. A visit request goes to the organiser with your name, email and phone number, so that they can answer you.

## When you have an account
We keep your name, username, email address, a scrambled form of your password, and the devices you signed in from. What you typed when you were signed out is kept for an hour, for your account alone. Withdrawal numbers are shown with their last four digits only.

## How long
Records of money are kept for seven years, because the law asks for it: amounts, dates and codes, also after your name was erased. Everything else goes when you delete it or your account.

## Your rights
You can download your data and delete your account on the Settings page. To see, correct or remove anything else, [write to us](/about/help). You can also complain to the Office of the Data Protection Commissioner.`,
  sw: `Ukurasa huu unaeleza tunachohifadhi kukuhusu, kwa nini, na kwa muda gani. Tunafuata Sheria ya Ulinzi wa Data ya Kenya, 2019.

## Unapotembelea ukurasa
Tunahesabu wageni, ili waandaaji wajue ni watu wangapi walifika. Tunahifadhi aina ya kifaa, nchi, saa, na anwani ya mtandao iliyofupishwa ambayo haiwezi kuonyesha simu ya mtu mmoja. Kidakuzi hukumbuka lugha yako na kwamba ziara yako imehesabiwa. Hakuna matangazo wala vifuatiliaji vya kampuni nyingine.

## Unapochangia
Tunahifadhi barua pepe yako, jina lako ukilitoa, ujumbe wako, kiasi na tarehe. Mwandaaji huviona, isipokuwa ukichangia bila jina: hapo mwandaaji huona kiasi na ujumbe wako tu. Barua pepe yako haionyeshwi kamwe kwenye ukurasa. Mshirika wetu wa malipo hupokea barua pepe yako na kiasi. Hatuoni kamwe PIN yako wala nambari ya kadi yako.

## Unapochangia kwa M-Pesa
Safaricom hupokea nambari yako ya simu na kiasi, na hutuambia msimbo wa M-Pesa wa malipo hayo. Mwandaaji na wasaidizi wa mchango huona nambari iliyofupishwa, kama 0712 … 678. Kama hakuna kilicholipwa, tunafuta nambari yako baada ya siku 90. Unapotuambia ni malipo gani yalikuwa yako, tunafuta nambari hiyo baada ya siku 30. Ujumbe wa simu hutumwa na kampuni ya ujumbe, ambayo hupokea nambari yako na maneno; tunafuta maneno hayo baada ya siku 30. Jibu STOP kwa ujumbe wowote nasi hatutakutumia tena.

## Mtu mwingine anapoandika mchango au ahadi yako
Mweka hazina anaweza kuandika mchango wa pesa taslimu, ahadi, au orodha ya kikundi, pamoja na jina na nambari yako. Orodha iliyobandikwa hufutwa baada ya siku 30. Ujumbe unaopokea unasema ni nani aliyeandika, na ukurasa wake unakuwezesha kukataa ahadi au kuondoa jina lako.

## Unapoalikwa
Mwenyeji huhifadhi jina lako, nambari au barua pepe yako kama anayo, jibu lako na wakati ulipofika. Ni mwenyeji na wasaidizi wa tukio hilo tu wanaoiona. Jina lako hufutwa mwaka mmoja baada ya tukio, au unapoomba kwenye ukurasa wako. Picha ambayo umo inaweza kuondolewa kutoka ukurasa wake.

## Unapotoa maoni au kuomba kutembelea
Maoni huonekana na wote. Ombi la kutembelea huenda kwa mwandaaji pamoja na jina, barua pepe na nambari yako ya simu, ili aweze kukujibu.

## Ukiwa na akaunti
Tunahifadhi jina lako, jina la mtumiaji, barua pepe, nenosiri lako kwa njia isiyosomeka, na vifaa ulivyoingia navyo. Ulichoandika ulipoondolewa kwenye akaunti huhifadhiwa kwa saa moja, kwa akaunti yako tu. Nambari za kutolea pesa huonyeshwa kwa tarakimu nne za mwisho tu.

## Kwa muda gani
Kumbukumbu za pesa huhifadhiwa kwa miaka saba, kwa sababu sheria inataka hivyo: kiasi, tarehe na misimbo, hata baada ya jina lako kufutwa. Mengine yote huondoka unapoyafuta au unapofuta akaunti yako.

## Haki zako
Unaweza kupakua data yako na kufuta akaunti yako kwenye ukurasa wa Mipangilio. Ili kuona, kurekebisha au kuondoa jambo lingine lolote, [tuandikie](/about/help). Unaweza pia kulalamika kwa Ofisi ya Kamishna wa Ulinzi wa Data.`,
}
