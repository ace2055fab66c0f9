/** Names that many people bear wherever one screens: who shares nothing but these with an entry is seldom meant. Our own list. */

const FAMILY = `
  smith johnson williams brown jones miller davis wilson anderson taylor thomas moore martin jackson thompson white harris
  clark lewis robinson walker young allen king wright scott green baker adams nelson hill campbell mitchell roberts carter
  phillips evans turner parker edwards collins stewart morris murphy cook rogers morgan peterson cooper reed bailey bell
  kelly howard ward cox richardson watson brooks wood bennett gray james reyes hughes price myers long foster sanders ross
  powell sullivan russell jenkins perry butler barnes fisher henderson coleman simmons patterson jordan reynolds hamilton
  graham griffin wallace west cole hayes bryant gibson ellis stevens murray marshall owens mcdonald kennedy wells
  simpson hunter hicks crawford henry boyd mason kennedy warren dixon ramos burns gordon shaw holmes rice robertson hunt
  black daniels palmer mills nichols grant knight ferguson rose stone dunn perkins hudson spencer gardner payne pierce
  berry matthews arnold wagner willis ray watkins olson carroll duncan snyder hart cunningham bradley lane andrews
  harper fox riley armstrong carpenter weaver greene lawrence elliott chavez sims austin peters kelley franklin lawson
  garcia rodriguez martinez hernandez lopez gonzalez perez sanchez ramirez torres flores rivera gomez diaz cruz morales
  reyes gutierrez ortiz chavez ramos ruiz mendoza alvarez castillo jimenez vasquez vazquez moreno romero herrera medina
  aguilar vargas castro fernandez guzman munoz mendez salazar soto delgado pena rios guerrero estrada sandoval ortega
  nunez cabrera valdez guerra contreras dominguez rojas acosta molina silva campos vega leon suarez padilla luna santos
  navarro cardenas espinoza mejia rosales restrepo ospina quintero cortes correa duarte sosa ferreira pereira oliveira
  souza lima costa carvalho almeida ribeiro alves gomes martins araujo barbosa rocha dias nascimento andrade moreira
  muller schmidt schneider fischer weber meyer meyers mayer wagner becker schulz hoffmann koch bauer richter klein wolf
  schroder neumann schwarz zimmermann braun hofmann lange krause lehmann kohler herrmann walter konig huber kaiser fuchs
  bernard dubois robert petit durand leroy moreau simon laurent lefebvre michel roux fournier girard bonnet dupont
  lambert fontaine rousseau vincent faure mercier blanc guerin boyer garnier chevalier francois legrand gauthier perrin
  rossi russo ferrari esposito bianchi romano colombo ricci marino greco bruno gallo conti mancini giordano rizzo
  lombardi moretti jansen bakker visser smit mulder bos vos peters hendriks dekker dijkstra
  hansen johansen olsen larsen andersen pedersen nilsen kristiansen jensen johansson andersson karlsson nilsson eriksson
  larsson olsson persson svensson gustafsson nielsen christensen rasmussen sorensen petersen
  nowak kowalski wisniewski novak svoboda horvat kovacs nagy szabo toth popescu ionescu
  ivanov petrov smirnov kuznetsov popov sokolov lebedev kozlov novikov morozov volkov alekseev fedorov mikhailov
  kumar singh sharma gupta patel khan verma shah reddy rao das jain mehta agarwal mishra chopra kapoor malik hussain
  ahmed ali mohamed muhammad mohammad hassan ibrahim ahmad
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang deng xu feng
  kim lee park choi jung kang cho yoon jang lim han shin seo kwon hwang ahn song hong nguyen tran le pham hoang phan vu
  vo dang bui do ho ngo duong ly wong chan tan lau ng cheung leung ho tanaka sato suzuki takahashi watanabe ito yamamoto
`
const GIVEN = `
  james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony mark donald
  steven paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary nicholas eric
  jonathan stephen larry justin scott brandon benjamin samuel gregory frank alexander raymond patrick jack dennis jerry
  tyler aaron jose adam nathan henry douglas zachary peter kyle noah ethan jeremy walter christian keith roger terry
  austin sean gerald carl harold dylan arthur lawrence jordan jesse bryan billy bruce gabriel joe logan alan juan albert
  willie elijah wayne randy vincent mason roy ralph bobby russell philip eugene louis harry evan ivan marcus martin simon
  mary patricia jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty sandra margaret ashley
  kimberly emily donna michelle carol amanda melissa deborah stephanie rebecca laura sharon cynthia kathleen amy angela
  shirley anna brenda pamela emma nicole helen samantha katherine christine debra rachel carolyn janet maria catherine
  heather diane olivia julie joyce victoria ruth virginia lauren kelly christina joan evelyn judith andrea hannah megan
  cheryl jacqueline martha madison teresa gloria sara janice ann kathryn abigail sophia frances jean alice judy isabella
  julia grace amber denise danielle marilyn beverly charlotte natalie theresa diana brittany doris kayla alexis lori
  marie connie
  jose luis carlos juan miguel jorge pedro manuel francisco antonio jesus alejandro rafael fernando ricardo eduardo
  roberto sergio javier alberto raul mario oscar hector armando diego andres felipe pablo santiago camilo sebastian
  enrique alfredo arturo cesar guillermo victor ruben ramon gustavo ernesto jaime julio gerardo salvador marco adrian
  ana rosa carmen guadalupe margarita juana elena veronica leticia alejandra claudia adriana patricia gabriela silvia
  raquel beatriz lucia paula daniela natalia carolina valentina isabel pilar sofia mariana monica yolanda luz esperanza
  joao paulo lucas marcos mateus bruno fernanda juliana
  hans peter klaus wolfgang jurgen dieter michael stefan thomas andreas ursula monika petra sabine renate helga
  jean pierre michel andre philippe alain jacques bernard nathalie isabelle sylvie francoise
  giuseppe giovanni antonio mario luigi francesco marco
  sergey sergei aleksandr alexander dmitry andrey aleksey vladimir mikhail nikolay ivan oleg igor yuri olga elena natalia
  tatiana irina svetlana anna
  mohammed mohammad muhammad mohamed ahmed ahmad ali hassan hussein ibrahim omar khalid abdul fatima
  raj amit sanjay sunil rajesh vijay anil ajay sunita anita priya
  wei fang jing min yan ping jun lei ming hua yong hong bin chao
`
const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))
export const COMMON_NAMES: ReadonlySet<string> = new Set([...namesOf(FAMILY), ...namesOf(GIVEN)])

/** The weight of a common name, relative to one that is unique on a list. */
const SAYS = 0.35

/** From 0 to 1: the distinctiveness of a word. */
export const rarityAnywhere = (text: string, common: ReadonlySet<string>): number => (common.has(text) ? SAYS : 1)
