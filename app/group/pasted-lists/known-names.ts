// Names that many people in Kenya have, as they are written small in a chat. A word that is none of them may be anything.

const names = new Set(
  `abdi abdul abdalla abigael achieng achieng' achola adhiambo agnes ahmed aisha akinyi akoth alex ali alice amina amos angela ann anna anne
  anyango asha atieno auma awino awuor ayub bakari barasa beatrice ben benard benson bernard beth betty bett bonface boniface brayo brian
  caro carol caroline catherine charles charity chebet chepkemoi chepkoech cheptoo cherono cheruiyot chris christine ciku collins collo
  cynthia dan daniel david dennis diana dominic doreen dorcas duncan edith edward elijah elizabeth emily emma erick esther eunice eva evans
  everlyne faith fatma fatuma felix florence francis fred gathoni gatwiri geoffrey george gitau gladys grace halima hamisi hassan hellen
  henry hussein ian ibrahim irene isaac jackline jackson jacob jael jamo james jane janet jared jerop joan john jonathan joseph josephine
  joshua josphat joy joyce juma justus kamau karanja kariuki ken kendi kenneth kevin kevo kiarie kibet kigen kimani kimathi kioko kip
  kipchumba kipkemboi kiplagat kiprono kiprop kiptoo kirui koech korir lilian linda linet lucy lydia macharia maina makena margaret martha
  martin mary maureen mercy michael mike mildred millicent miriam mohamed moraa moses muli mumbi mumbua mueni muriithi muriuki musa musyoka
  mutai mutheu muthoni mutiso mutua mwangi mwende mwikali mwaura naliaka nancy naomi nafula nekesa ngash nicholas njambi njeri njoki
  njoroge njuguna noor nyaga nyambura nyokabi obare ochieng ochieng' odera odhiambo odongo oduor ogola okello okoth okumu oloo omar omondi
  omosh onyango opiyo oscar otieno otis ouko ouma owino owuor pamela patrick paul pauline peninah peter phyllis purity rachael rashid
  rebecca rehema rono rose ruth ruto said salim salma sammy samuel sang sarah sharon sheila shiko shiku shiro shiru simiyu simon solomon
  sophia stella stephen steve susan tabitha teresia thomas timothy titus tom tony victor vincent violet vio wafula wairimu waithera
  wambua wambugu wambui wanja wanjala wanjiku wanjiru wanjohi waweru wekesa wilson winnie wycliffe yusuf zainab zawadi zuhura jaduong
  dr mr mrs ms miss rev pst pastor sir madam eng prof hon and na wa bin binti ole`.split(/\s+/),
)

export const isKnownName = (word: string): boolean => names.has(word)
