from cards.plot_scales import LinearScale


def test_a_scale_maps_its_ends_and_what_is_between():
    scale = LinearScale(1, 5, 10, 30)

    assert [scale(value) for value in (1, 2, 5)] == [10.0, 15.0, 30.0]


def test_a_scale_can_be_inverted():
    assert [LinearScale(1, 3, 26, 4)(rank) for rank in (1, 2, 3)] == [26.0, 15.0, 4.0]


def test_the_only_value_is_in_the_middle():
    assert LinearScale(2, 2, 0, 30)(2) == 15.0
