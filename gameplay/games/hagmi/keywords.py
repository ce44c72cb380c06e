"""Short explanations of the terms on cards."""

from cards.keywords import keyword

KEYWORDS = (
    keyword(
        "HAG-4.2.2",
        r"\bcost\b",
        ("Cost", "Pay with this many cards from your hand. A weapon keeps them face down as its fuel."),
        ("コスト", "この枚数の手札で支払います。兵装では、払ったカードが裏向きの燃料になります。"),
    ),
    keyword(
        "HAG-5.1.4",
        r"\bconsumption\b",
        ("Consumption", "The fuel that the unit pays to attack, guard or counter."),
        ("燃費", "攻撃、守護、反撃のたびに支払う燃料の数です。"),
        "fuel",
    ),
    keyword(
        "HAG-7.1.2",
        r"\bfirepower\b",
        ("Firepower", "The damage that the unit deals when it strikes."),
        ("火力", "このユニットが与えるダメージです。"),
        "firepower",
    ),
    keyword(
        "HAG-7.1.5",
        r"\barmour\b",
        ("Armour", "A unit whose damage reaches its armour is destroyed."),
        ("装甲", "ダメージが装甲に達すると破壊されます。"),
        "armour",
    ),
    keyword(
        "HAG-7.1.1",
        r"\brange\b",
        ("Range", "In a battle, LONG strikes first, then MIDDLE, then SHORT."),
        ("射程", "戦闘ではLONG、MIDDLE、SHORTの順にダメージを与えます。"),
        "range",
    ),
    keyword(
        "HAG-5.2.1",
        r"\barea\b",
        ("Area", "SINGLE has one target, MULTI-2 up to two. ALL attacks everything that can be attacked."),
        ("攻撃範囲", "SINGLEは対象1つ、MULTI-2は2つまで。ALLは攻撃できるものすべてです。"),
        "area",
    ),
    keyword(
        "HAG-6.2.1",
        r"\bguard",
        ("Guard", "A unit that is not attacked may step in for a target and take its damage."),
        ("守護", "対象になっていないユニットが代わりに攻撃を受けます。"),
    ),
    keyword(
        "HAG-6.3.1",
        r"\bcounter",
        ("Counter", "An attacked unit may pay its consumption and strike back."),
        ("反撃", "攻撃されたユニットが燃料を払って攻撃し返します。"),
    ),
    keyword(
        "HAG-3.4.1",
        r"\blogistics\b",
        ("Logistics", "Roll that many dice: 1 to 3 draws from the operation deck, 4 to 6 from the weapon deck."),
        ("兵站", "その数のダイスを振り、1〜3で作戦デッキ、4〜6で兵器デッキから引きます。"),
    ),
    keyword(
        "HAG-4.3.3",
        r"\bproduce",
        ("Produce", "To play a weapon from your hand onto the battlefield."),
        ("生産", "手札の兵装を戦場に出すことです。"),
    ),
    keyword(
        "HAG-1.12",
        r"\bfuel\b|\bresuppl",
        ("Fuel", "The face-down cards under a weapon. One card is one fuel."),
        ("燃料", "兵装の下の裏向きのカードです。1枚が燃料1になります。"),
    ),
    keyword(
        "HAG-3.2.3",
        r"\bDown\b|\bJammed\b|\bCut Off\b",
        ("Ailment", "Down, Jammed and Cut Off end in the standby step of the unit's controller."),
        ("状態異常", "ダウン、妨害、補給遮断は、コントローラーのスタンバイステップに回復します。"),
    ),
    keyword(
        "HAG-1.4",
        r"\bdamage (card|deck)",
        ("Damage deck", "You draw from it when you take damage. With no damage card left, damage defeats you."),
        ("ダメージデッキ", "ダメージを受けるたびに引きます。残りがないときにダメージを受けると負けます。"),
    ),
    keyword(
        "HAG-4.4.4",
        r"\bfacility\b",
        ("Facility", "It stays on the battlefield and works there. It can be attacked."),
        ("設備", "戦場に残って効果を発揮します。攻撃の対象になります。"),
    ),
    keyword(
        "HAG-1.5",
        r"\bsecret plan",
        ("Secret plan", "It lies beside your decks and is not part of your hand."),
        ("秘策", "デッキの横に置き、手札には含みません。"),
    ),
)
