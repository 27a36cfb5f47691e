// The texts of the seven lessons and of the game against the engine; see messages.ts.

export const kLearnMessages = {
  'learn.title': ['Learn chess in seven steps', '七步学会国际象棋'],
  'learn.steps': ['Steps', '步骤'],
  'learn.step': ['Step {n} of {all}', '第 {n} 步，共 {all} 步'],
  'learn.next': ['Next', '下一步'],
  'learn.back': ['Back', '上一步'],
  'learn.start': ['Start game', '开始游戏'],
  'learn.try': [
    'Choose a piece: the squares that it can reach are marked. Choose one of them to move it.',
    '点一个棋子，它能到达的格子会被标出；再点其中一格就可以走棋。',
  ],
  'learn.reset': ['Set up again', '重新摆好'],
  'learn.marks': [
    'Blue: can be reached. Purple: castling. Orange: check. Red: mated king.',
    '蓝色：可到达；紫色：王车易位；橙色：被将军；红色：被将死的王。',
  ],
  'learn.cant': ["The board can't be shown", '无法显示棋盘'],

  'learn.board.title': ['The board and the pieces', '棋盘与棋子'],
  'learn.board.1': [
    'Chess is played by two, White and Black, on 64 squares, half of them light and half dark. The corner at each player’s right hand is light.',
    '国际象棋由白方和黑方两人对弈，棋盘有 64 格，深浅各半。每位棋手右手边的角格是浅色。',
  ],
  'learn.board.2': [
    'The eight files are called a to h from White’s left, the eight ranks 1 to 8 from White’s side, so every square has a name: White’s left corner is a1. There are 26 diagonals, named by their ends, such as a1–h8.',
    '八条直线从白方左边起依次叫 a 到 h，八条横线从白方一侧起依次叫 1 到 8，所以每格都有名字：白方左下角是 a1。还有 26 条斜线，以两端的格子命名，如 a1–h8。',
  ],
  'learn.board.3': [
    'Each side has 16 pieces: a king, a queen, two rooks (castle towers), two bishops (mitres), two knights (horses) and eight pawns.',
    '每方有 16 个棋子：一王、一后、两车（像城堡）、两象（像主教冠）、两马和八兵。',
  ],
  'learn.board.4': [
    'To set up: pawns on the second row, rooks in the corners, knights beside them, then bishops; the queen stands on a square of her own colour, and the king beside her. King faces king, queen faces queen.',
    '摆法：兵放在第二排，车在两角，旁边是马，再旁边是象；后放在与自己同色的格子上，王在后的旁边。王对王，后对后。',
  ],
  'learn.board.5': [
    'White begins; then each makes one move in turn, and nobody may pass. A piece moves to an empty square or to one where an enemy piece stands, which is then captured and taken off. No two pieces share a square.',
    '白方先走，然后轮流各走一步，不能停步。棋子走到空格，或走到敌子所在的格子把它吃掉。一格不能站两个棋子。',
  ],

  'learn.queen.title': ['Queen and bishop', '后与象'],
  'learn.queen.1': [
    'The queen is the strongest piece: any distance along files, ranks and diagonals, as long as nothing stands in the way.',
    '后是最强的棋子：横、直、斜都可以走，格数不限，只要中间没有棋子阻挡。',
  ],
  'learn.queen.2': [
    'The bishop goes any distance along diagonals, so it stays on squares of one colour for ever. Each side has one for the light and one for the dark squares.',
    '象沿斜线走，格数不限，因此永远留在同一种颜色的格子上。每方各有一个白格象和一个黑格象。',
  ],
  'learn.queen.3': [
    'Neither jumps: an own piece stops them before it, an enemy piece can be captured but not passed.',
    '它们都不能跳子：遇到自己的棋子停在它前面，遇到敌子可以吃掉但不能越过。',
  ],
  'learn.queen.xiangqi': [
    'If you know Xiangqi: there is no river and no palace; the bishop goes as far as it likes.',
    '会下中国象棋的朋友：这里没有河界和九宫，象想走多远就走多远。',
  ],

  'learn.knight.title': ['Knight and rook', '马与车'],
  'learn.knight.1': [
    'The knight moves two squares straight and one to the side, and each move changes the colour of its square. It is the only piece that jumps over others: only the square where it lands matters.',
    '马走“日”字：直走两格再横走一格，每走一步就换一种格色。它是唯一可以越过其他棋子的棋子：只看落脚的格子。',
  ],
  'learn.knight.2': [
    'The rook goes any distance along files and ranks. It loves open lines.',
    '车沿直线和横线走，格数不限，最喜欢开放的线路。',
  ],
  'learn.knight.3': [
    'What they are worth, in pawns: queen 9, rook 5, bishop 3, knight 3. Counting helps to know whether an exchange is good.',
    '子力价值（以兵计）：后 9，车 5，象 3，马 3。算一算就知道兑子是否合算。',
  ],
  'learn.knight.xiangqi': [
    'If you know Xiangqi: the knight is never hobbled; nothing blocks its leg.',
    '会下中国象棋的朋友：马没有“蹩马腿”。',
  ],

  'learn.pawn.title': ['The pawn', '兵'],
  'learn.pawn.1': [
    'A pawn goes one square straight on; from its home row it may go two. Never back or sideways. A piece in front of it blocks it.',
    '兵向前走一格；从原位起第一步可以走两格。不能后退或横走，前面有子就被挡住。',
  ],
  'learn.pawn.2': [
    'It captures differently: one square diagonally forward, never straight.',
    '兵吃子与走法不同：斜前方一格吃子，不能直吃。',
  ],
  'learn.pawn.3': [
    'En passant: when an enemy pawn has just gone two squares and stands beside yours, you may capture it as if it had gone one. Only at once, on the very next move, and only pawn by pawn.',
    '吃过路兵：敌兵刚走两格、停在你的兵旁边时，你可以像它只走了一格那样把它吃掉。只能在紧接着的一步，而且只能兵吃兵。',
  ],

  'learn.king.title': ['Promotion, king and castling', '升变、王与王车易位'],
  'learn.king.1': [
    'A pawn that reaches the last row must become a queen, rook, bishop or knight, whichever you choose. Nearly always a queen.',
    '兵走到底线必须升变为后、车、象或马，由你选择，几乎总是选后。',
  ],
  'learn.king.2': [
    'The king goes one square in any direction, but never to a square that the enemy attacks. So two kings never stand side by side.',
    '王可以向任何方向走一格，但不能走到被敌方攻击的格子，所以两个王永远不会相邻。',
  ],
  'learn.king.3': [
    'Castling, once in a game: the king goes two squares towards a rook and the rook jumps to his other side. Choose the king: the purple squares are castling.',
    '王车易位，每局一次：王向车走两格，车跳到王的另一侧。点一下王，紫色的格子就是易位。',
  ],
  'learn.king.4': [
    'Castling needs: king and rook have never moved; nothing stands between them; the king is not in check, does not cross an attacked square and does not end on one.',
    '易位的条件：王和该车都没有动过；中间没有棋子；王没有被将军，经过的格子和到达的格子都不被攻击。',
  ],

  'learn.win.title': ['Winning', '胜'],
  'learn.win.1': [
    'An attack on the king is check. It must be answered at once: capture the attacker, move the king away, or put a piece between. Nothing helps against a knight’s check by putting something between.',
    '攻击王叫将军，必须马上应将：吃掉攻击者、王走开，或者垫子。马的将军无法用垫子来应。',
  ],
  'learn.win.2': [
    'Checkmate: the king is in check and there is no answer. The game is over and the mated side has lost; the king’s square turns red.',
    '将死：王被将军而且无法应将。对局结束，被将死的一方输；王所在的格子变成红色。',
  ],
  'learn.win.3': [
    'You also win if the other resigns, or if time runs out on the clock while you can still mate.',
    '对方认输，或者对方超时而你仍有能将死的子力，也算你胜。',
  ],

  'learn.draw.title': ['Drawing', '和'],
  'learn.draw.1': [
    'Stalemate: the side to move is not in check but has no legal move. A draw, not a loss!',
    '逼和：轮到走的一方没有被将军，却无棋可走。是和棋，不是输！',
  ],
  'learn.draw.2': [
    'Dead position: nobody can ever give mate, as with king and knight against king.',
    '死局：任何一方都不可能将死对方，例如王和马对单王。',
  ],
  'learn.draw.3': [
    'Threefold repetition: the same position, with the same side to move and the same rights, for the third time. Endless checks end this way too.',
    '三次重复：同一局面、同一方走棋、同样的权利，第三次出现。长将也这样成和。',
  ],
  'learn.draw.4': [
    'Fifty moves of each side without a capture and without a pawn’s move. And: both may agree to a draw.',
    '双方各走五十回合没有吃子、没有动兵。另外：双方可以协议和棋。',
  ],
  'learn.draw.xiangqi': [
    'If you know Xiangqi: having no move loses there; here it is a draw.',
    '会下中国象棋的朋友：那边无棋可走算输，这里算和。',
  ],

  'learn.caption.start': ['The start array', '开局的摆法'],
  'learn.caption.queen': ['The queen', '后'],
  'learn.caption.bishop': ['The bishop, between a friend and an enemy', '象：一边是己方的兵，一边是敌兵'],
  'learn.caption.knight': ['The knight jumps', '马可以跳过棋子'],
  'learn.caption.rook': ['The rook', '车'],
  'learn.caption.pawn': ['A pawn: two ways to go, two to capture', '兵：两种走法，两种吃法'],
  'learn.caption.passant': ['En passant: d7–d5 was just played', '吃过路兵：黑方刚走了 d7–d5'],
  'learn.caption.promotion': ['Promotion', '升变'],
  'learn.caption.castling': ['Castling to either side', '两侧都可以易位'],
  'learn.caption.barred': ['Short castling is barred: the rook attacks f1', '短易位被阻：车攻击 f1'],
  'learn.caption.check': ['Check, with three kinds of answers', '将军：三种应法都有'],
  'learn.caption.mate': ['Checkmate', '将死'],
  'learn.caption.stalemate': ['Stalemate: Black to move', '逼和：轮到黑方走'],
  'learn.caption.dead': ['Nobody can win', '谁也赢不了'],

  'mark.last': ['last move', '上一步'],
  'mark.selected': ['chosen', '已选中'],
  'mark.target': ['can be reached', '可到达'],
  'mark.castle': ['castling', '王车易位'],
  'mark.check': ['in check', '被将军'],
  'mark.mated': ['mated', '被将死'],
  'mark.hint': ['hint', '提示'],

  'play.title': ['Play against the engine', '与引擎对弈'],
  'play.you': ['You', '你'],
  'play.engine': ['Engine, level {level}', '引擎，第 {level} 级'],
  'play.level': ['Strength', '强度'],
  'play.level.n': ['Level {n}', '第 {n} 级'],
  'play.level.hint': [
    'Level 1 thinks hardly at all and often plays at random; level 8 looks at 250,000 positions a move.',
    '第 1 级几乎不思考，还常常乱走；第 8 级每步考虑 25 万个局面。',
  ],
  'play.side': ['You play', '你执'],
  'play.side.next': ['You play {now} in this game, and {next} from the next one on.', '本局你执{now}，下一局起执{next}。'],
  'play.new': ['New game', '新的一局'],
  'play.undo': ['Take back', '悔棋'],
  'play.resign': ['Resign', '认输'],
  'play.resigned': ['You resigned.', '你认输了。'],
  'play.answered': ['The engine played {move}.', '引擎走了 {move}。'],
  'play.yours': ['Your move.', '轮到你走。'],
  'play.thinking': ['The engine thinks…', '引擎在思考……'],
  'play.check': ['Check!', '将军！'],
  'play.won': ['You won: {end}.', '你赢了：{end}。'],
  'play.lost': ['The engine won: {end}.', '引擎赢了：{end}。'],
  'play.drawn': ['A draw: {end}.', '和棋：{end}。'],
  'play.pgn': ['The game as PGN', '下载 PGN 棋谱'],
  'play.promote': ['Promote to', '升变为'],
  'play.promote.q': ['Queen', '后'],
  'play.promote.r': ['Rook', '车'],
  'play.promote.b': ['Bishop', '象'],
  'play.promote.n': ['Knight', '马'],
  'play.trouble': ['The engine could not move', '引擎走不了'],
  'play.moves': ['Moves', '着法'],
  'play.count': [
    'Pieces taken count: you are {n} ahead in pawns.',
    '子力对比：你领先 {n} 个兵。',
  ],
} as const satisfies Record<string, readonly [string, string]>;
