"""Short explanations of the terms on cards."""

from cards.keywords import keyword

KEYWORDS = (
    keyword(
        "ENE-1.19",
        r"\b(wood|earth|fire|water|darkness|thunder)\b",
        ("Element", "One of six. Some texts need or count cards of an element."),
        ("属性", "6種類のうちの1つです。特定の属性のカードを求めたり数えたりするテキストがあります。"),
        *("wood", "earth", "fire", "water", "darkness", "thunder"),
    ),
    keyword(
        "ENE-1.15",
        r"\blevel\b",
        ("Level", "PCs and items have a level. It matters only where a text refers to it."),
        ("レベル", "PCとアイテムにはレベルがあります。テキストが参照するときだけ意味を持ちます。"),
        "level",
    ),
    keyword(
        "ENE-16.6",
        r"\bdestiny\b",
        ("Destiny", "In a fight, each side reveals the top card of its deck and adds this number to its total."),
        ("宿命", "戦闘で、両者がデッキの一番上のカードを公開し、この数字を合計に加えます。"),
    ),
    keyword(
        "ENE-16.9",
        r"\bstrength\b",
        ("Strength", "The higher total of strength, bonuses and destiny wins a fight. Monsters win a tie."),
        ("戦力", "戦力、ボーナス、宿命の合計が高い側が戦闘に勝ちます。同じならモンスターの勝ちです。"),
        "strength",
    ),
    keyword(
        "ENE-16.2.2",
        r"\btolerance\b",
        ("Tolerance", "A PC that loses a fight by this margin or less is not wounded."),
        ("耐久", "負けても、合計の差がこの数以下なら、PCは負傷しません。"),
        "tolerance",
    ),
    keyword(
        "ENE-5.11",
        r"\bVP\b",
        ("Victory points (VP)", "A scored monster is worth this many points. Enough points win the game."),
        ("勝利点(VP)", "得点したモンスターの点数です。目標の点数に達すると勝ちます。"),
        "vp",
    ),
    keyword(
        "ENE-12.1",
        r"\bstorable\b|\bstored?\b|\bportal\b",
        ("Storable", "This monster can be played into your portal and attack later, if a card text allows it."),
        ("格納可能", "ポータルに置き、後でカードのテキストによって攻撃に加えることができます。"),
        "storable",
    ),
    keyword(
        "ENE-16.3.1",
        r"\breward\b",
        ("Reward", "You may use this text when the monster wins a fight or its attack is avoided."),
        ("リワード", "モンスターが戦闘に勝つか、攻撃を避けられたときに使うことができます。"),
    ),
    keyword(
        "ENE-13.1",
        r"\bspot\b",
        ("Spot", "To spot something, it must be visible in play, on either side."),
        ("指定", "指定するものは、どちらかの場に表向きで見えている必要があります。"),
    ),
    keyword(
        "ENE-10.9",
        r"\bspeed\b",
        ("Speed", "While this PC fights, you may flip one action from your hand for each speed icon."),
        ("速度", "このPCの戦闘中、速度アイコン1つにつき、手札からアクションを1枚めくれます。"),
        "speed",
    ),
    keyword(
        "ENE-7.6",
        r"\bunique\b",
        ("Unique", "While a copy is in play on either side, another copy cannot be played."),
        ("ユニーク", "どちらかの場に同じカードがある間、もう1枚はプレイできません。"),
    ),
    keyword(
        "ENE-10.5",
        r"\baction\b|\bflip\b",
        ("Action", "Hide it face down first. Flip it later, at the moment that its text names."),
        ("アクション", "まず裏向きに伏せ、テキストに書かれた時にめくります。"),
    ),
    keyword(
        "ENE-10.1",
        r"\bhidden cards?\b|\bhide\b",
        ("Hidden card", "Any card may be played face down. You may have five hidden cards."),
        ("伏せ札", "どのカードも裏向きでプレイできます。5枚まで置けます。"),
    ),
    keyword(
        "ENE-8.12",
        r"\bwound",
        ("Wounded", "A wounded PC that is wounded again is destroyed, together with its items."),
        ("負傷", "負傷したPCがもう一度負傷すると、装備したアイテムごと破壊されます。"),
    ),
    keyword(
        "ENE-2.6",
        r"\bsacrifice",
        ("Sacrifice", "Put one of your own cards in play into your discard pile."),
        ("犠牲", "場にある自分のカードを自分の捨て札に置きます。"),
    ),
    keyword(
        "ENE-9.2",
        r"\bitem\b|\bbear",
        ("Item", "A PC bears it. A PC can have one item of each subtype, if it meets the conditions."),
        ("アイテム", "PCが装備します。条件を満たせば、種別ごとに1枚ずつ装備できます。"),
    ),
    keyword(
        "ENE-11.4",
        r"\bgrunty\b|\bfeed\b|\bsize\b",
        ("Grunty", "When its feed condition is met, feed it a card from your hand. Its effect needs a certain size."),
        ("グランティ", "条件を満たすと手札をエサにでき、サイズが大きくなると効果を使えます。"),
        "size",
    ),
    keyword(
        "ENE-11.3",
        r"\bfield\b",
        ("Field", "It stays in play until another field replaces it."),
        ("フィールド", "別のフィールドが出るまで場に残ります。"),
    ),
)
