// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

import {ISocket} from "../interfaces/ISocket.sol";
import {CrossChainTest} from "../testing/CrossChainTest.sol";
import {Stage} from "../testing/messaging/TestMessage.sol";
import {vm} from "../testing/Vm.sol";
import {BridgeToken} from "./BridgeToken.sol";
import {GuardedPlug} from "./GuardedPlug.sol";
import {GuardedToken} from "./GuardedToken.sol";
import {Plug} from "./Plug.sol";

/// @dev A plug whose messages call their receiver, which tries to have them handled again.
contract CallingBackPlug is GuardedPlug {
    uint256 public handled;
    uint256 public refused;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function _amountOf(uint32, bytes calldata payload) internal pure override returns (uint256) {
        return abi.decode(payload, (uint256));
    }

    function _handle(uint32 srcChainSlug, bytes calldata payload) internal override {
        handled++;
        try this.release(0, srcChainSlug, payload) {} catch {
            refused++;
        }
    }
}

/// @dev A plug that chooses siblings without {Plug-connect}, and counts what it handles.
contract SiblingChoosingPlug is GuardedPlug {
    uint256 public handled;
    mapping(uint256 message => uint256 times) public timesHandled;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function choose(uint32 chainSlug, address plug) external onlyOwner {
        siblings[chainSlug] = plug;
    }

    function _amountOf(uint32, bytes calldata) internal pure override returns (uint256) {
        return 1;
    }

    function _handle(uint32, bytes calldata payload) internal override {
        handled++;
        timesHandled[abi.decode(payload, (uint256))]++;
    }
}

abstract contract GuardedTokens is CrossChainTest {
    uint256 internal constant SUPPLY = 1e27;
    uint256 internal constant LIMIT = 1000;
    uint256 internal constant WINDOW = 4000;
    uint256 internal constant DELAY_FROM = 600;
    uint256 internal constant DELAY = 700;

    GuardedToken internal here;
    GuardedToken internal there;
    uint32 internal alpha;
    uint32 internal beta;
    address internal guardian = address(0x6A);

    function setUp() public virtual {
        here = new GuardedToken(addChain("alpha").socket, address(this), "Token", "TKN", SUPPLY);
        there = new GuardedToken(addChain("beta").socket, address(this), "Token", "TKN", 0);
        (alpha, beta) = (slugOf(address(here)), slugOf(address(there)));
        connect(address(here), address(there));
        there.grantRole(there.GUARDIAN_ROLE(), guardian);
        there.setGuard(alpha, LIMIT, WINDOW, DELAY_FROM, DELAY);
        vm.warp(1_000_000);
    }

    /// @dev A message that was never sent arrives with valid signatures.
    function _forge(address to, uint256 amount) internal {
        vm.prank(address(there.socket()));
        there.inbound(alpha, abi.encode(to, amount));
    }

    function _release(uint256 number, address to, uint256 amount) internal {
        there.release(number, alpha, abi.encode(to, amount));
    }

    function _idOf(uint256 number, address to, uint256 amount) internal view returns (bytes32) {
        return there.heldIdOf(number, alpha, abi.encode(to, amount));
    }
}

/// @dev Has messages arrive, waits, pauses, cancels, restores and releases, in any order.
contract GuardedTokenHandler {
    struct Arrival {
        uint256 amount;
        uint256 number;
        bool isHeld;
    }

    address private constant RECEIVER = address(0xBEEF);
    GuardedToken private immutable _token;
    uint32 private immutable _src;
    address private immutable _owner;
    address private immutable _guardian;
    uint256 private immutable _window;

    Arrival[] public arrivals;
    /// @dev The amounts of all messages that arrived, and of those that are held.
    uint256 public arrived;
    uint256 public held;
    /// @dev The most that was moved in a window.
    uint256 public mostMoved;
    uint256[] private _times;
    uint256[] private _amounts;

    constructor(GuardedToken token, uint32 src, address guardian, uint256 window) {
        (_token, _src, _owner, _guardian, _window) = (token, src, token.owner(), guardian, window);
    }

    function arrive(uint256 amount) external {
        amount = (amount % 1500) + 1;
        uint256 before = _token.totalSupply();
        uint256 number = _token.heldCount();
        vm.prank(address(_token.socket()));
        _token.inbound(_src, _payload(amount));
        bool isHeld = _token.heldCount() > number;
        _note(before);
        arrivals.push(Arrival(amount, number, isHeld));
        arrived += amount;
        if (!isHeld) return;
        held += amount;
        vm.assertTrue(_token.releasableFrom(idOf(arrivals.length - 1)) > 0, "can be released");
    }

    function release(uint256 seed) external {
        if (arrivals.length == 0) return;
        Arrival storage arrival = arrivals[seed % arrivals.length];
        uint256 before = _token.totalSupply();
        try _token.release(arrival.number, _src, _payload(arrival.amount)) {
            vm.assertTrue(arrival.isHeld, "was held");
            arrival.isHeld = false;
            held -= arrival.amount;
        } catch {}
        _note(before);
    }

    function wait(uint256 time) external {
        vm.warp(block.timestamp + (time % 3000));
    }

    function pause() external {
        bool isPaused = _token.paused();
        vm.prank(isPaused ? _owner : _guardian);
        if (isPaused) _token.unpause();
        else _token.pause();
    }

    function cancelOrRestore(uint256 seed) external {
        if (arrivals.length == 0) return;
        Arrival storage arrival = arrivals[seed % arrivals.length];
        if (!arrival.isHeld) return;
        bytes32 id = idOf(seed % arrivals.length);
        bool isCancelled = _token.releasableFrom(id) == type(uint256).max;
        vm.prank(isCancelled ? _owner : _guardian);
        if (isCancelled) _token.restore(id);
        else _token.cancel(id);
    }

    function idOf(uint256 index) public view returns (bytes32) {
        return _token.heldIdOf(arrivals[index].number, _src, _payload(arrivals[index].amount));
    }

    function _note(uint256 before) private {
        uint256 moved = _token.totalSupply() - before;
        if (moved == 0) return;
        _times.push(block.timestamp);
        _amounts.push(moved);
        uint256 sum = 0;
        // The window that ends now. Each was looked at when its last amount was moved.
        for (uint256 i = _times.length; i > 0 && _times[i - 1] + _window > block.timestamp; i--) sum += _amounts[i - 1];
        if (sum > mostMoved) mostMoved = sum;
    }

    function _payload(uint256 amount) private pure returns (bytes memory) {
        return abi.encode(RECEIVER, amount);
    }
}

/// @dev Has messages of two chains arrive, and in between connects, disconnects, ends, cancels, restores, drops, pauses and
/// releases, in any order. It knows of each message when it came, and of each path since when it has its epoch.
contract EpochHandler {
    struct Arrival {
        uint256 raises;
        uint256 number;
        uint32 chainSlug;
        bool isCancelled;
        bool isOver;
    }

    SiblingChoosingPlug private immutable _plug;
    address private immutable _switchboard;
    uint32[2] private _chains;

    Arrival[] public arrivals;
    mapping(uint32 chainSlug => uint256 count) public raises;
    uint256 public released;
    uint256 public refusedAsEnded;

    constructor(SiblingChoosingPlug plug, address switchboard, uint32 one, uint32 other) {
        (_plug, _switchboard) = (plug, switchboard);
        _chains = [one, other];
    }

    /// @dev Most wait, some are handled at once.
    function arrive(uint256 seed) external {
        uint32 chainSlug = _chains[seed % 2];
        if (_plug.siblings(chainSlug) == address(0)) return;
        uint256 number = _plug.heldCount();
        vm.prank(address(_plug.socket()));
        _plug.inbound(chainSlug, abi.encode(arrivals.length));
        bool isHandled = _plug.heldCount() == number;
        arrivals.push(Arrival(raises[chainSlug], number, chainSlug, false, isHandled));
    }

    /// @dev Sometimes the same sibling, sometimes another, sometimes none, and sometimes only the epoch.
    function raise(uint256 seed) external {
        uint32 chainSlug = _chains[seed % 2];
        raises[chainSlug]++;
        uint256 kind = (seed / 2) % 4;
        if (kind == 3) _plug.endHeld(chainSlug);
        else _plug.connect(chainSlug, kind == 0 ? address(0) : address(uint160(kind)), _switchboard);
    }

    /// @dev It succeeds just if the message is held, its path's epoch is the one it came in, and nothing else is against it.
    function release(uint256 seed) external {
        if (arrivals.length == 0) return;
        Arrival storage arrival = arrivals[seed % arrivals.length];
        bool hasEnded = arrival.raises != raises[arrival.chainSlug];
        bool isReleasable = !arrival.isOver && !hasEnded && !arrival.isCancelled && !_plug.paused();
        bytes memory payload = abi.encode(seed % arrivals.length);
        try _plug.release(arrival.number, arrival.chainSlug, payload) {
            vm.assertTrue(isReleasable, "delivered though ended or over");
            arrival.isOver = true;
            released++;
        } catch (bytes memory reason) {
            vm.assertTrue(!isReleasable, "refused without a reason");
            bool isSaid = bytes4(reason) == GuardedPlug.MessageEnded.selector;
            vm.assertTrue(isSaid == (hasEnded && !arrival.isOver && !_plug.paused()), "says that it has ended");
            if (isSaid) refusedAsEnded++;
        }
    }

    function cancelOrRestore(uint256 seed) external {
        if (arrivals.length == 0) return;
        Arrival storage arrival = arrivals[seed % arrivals.length];
        if (arrival.isOver) return;
        bytes32 id = _plug.heldIdOf(arrival.number, arrival.chainSlug, abi.encode(seed % arrivals.length));
        if (arrival.isCancelled) _plug.restore(id);
        else _plug.cancel(id);
        arrival.isCancelled = !arrival.isCancelled;
    }

    function drop(uint256 seed) external {
        if (arrivals.length == 0) return;
        Arrival storage arrival = arrivals[seed % arrivals.length];
        bool isDroppable = !arrival.isOver && arrival.raises != raises[arrival.chainSlug];
        try _plug.drop(arrival.number, arrival.chainSlug, abi.encode(seed % arrivals.length)) {
            vm.assertTrue(isDroppable, "dropped though not ended");
            arrival.isOver = true;
        } catch {
            vm.assertTrue(!isDroppable, "not dropped though it has ended");
        }
    }

    function pause() external {
        if (_plug.paused()) _plug.unpause();
        else _plug.pause();
    }

    function arrivalCount() external view returns (uint256) {
        return arrivals.length;
    }
}

contract GuardedPlugEpochInvariantsTest is GuardedTokens {
    SiblingChoosingPlug private plug;
    EpochHandler private handler;

    function setUp() public override {
        super.setUp();
        uint32 gamma = addChain("gamma").slug;
        plug = new SiblingChoosingPlug(there.socket(), address(this));
        handler = new EpochHandler(plug, chainOf(beta).switchboard, alpha, gamma);
        // Without a guard all messages wait until one is set, here for their number.
        plug.connect(alpha, address(1), chainOf(beta).switchboard);
        plug.connect(gamma, address(1), chainOf(beta).switchboard);
        for (uint256 i = 0; i < 2; i++) plug.setGuard(i == 0 ? alpha : gamma, type(uint208).max, 4, 0, 0);
        plug.grantRole(plug.GUARDIAN_ROLE(), address(handler));
        plug.transferOwnership(address(handler));
        vm.prank(address(handler));
        plug.acceptOwnership();
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// @dev The handler has compared each release with what came before it.
    function invariant_noMessageIsHandledTwice() public view {
        for (uint256 i = 0; i < handler.arrivalCount(); i++) vm.assertLe(plug.timesHandled(i), 1);
    }

    /// @dev Any order that chance gives, as long as the seed is.
    function testFuzz_release_takesNothingFromBeforeARaise(bytes32[8] calldata seeds) public {
        handler.pause();
        for (uint256 i = 0; i < seeds.length * 8; i++) {
            uint256 seed = uint32(uint256(seeds[i / 8]) >> ((i % 8) * 32));
            uint256 move = (seed >> 16) % 8;
            seed &= 0xffff;
            if (move < 3) handler.arrive(seed);
            else if (move == 3) handler.raise(seed);
            else if (move == 4) handler.cancelOrRestore(seed);
            else if (move == 5) handler.drop(seed);
            else if (move == 6) handler.pause();
            else handler.release(seed);
        }
        invariant_noMessageIsHandledTwice();
    }

    /// @dev Guards against a handler that finds nothing because nothing is held, ends or is released.
    function test_handler_endsSomeAndReleasesOthers() public {
        handler.pause();
        for (uint256 i = 0; i < 6; i++) handler.arrive(i);
        handler.pause();
        handler.raise(2);
        for (uint256 i = 0; i < 6; i++) handler.release(i);
        vm.assertEq(handler.released(), 3, "of the other path");
        vm.assertEq(handler.refusedAsEnded(), 3, "of the path begun anew");
        handler.drop(0);
        handler.release(0);
        vm.assertEq(handler.refusedAsEnded(), 3, "dropped");
    }
}

contract GuardedPlugInvariantsTest is GuardedTokens {
    GuardedTokenHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new GuardedTokenHandler(there, alpha, guardian, WINDOW);
    }

    /// @dev Tells the test runner to call this contract only.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_S18_noWindowMovesMoreThanTheLimit() public view {
        vm.assertLe(handler.mostMoved(), LIMIT);
    }

    function invariant_whatArrivedIsMintedOrHeld() public view {
        vm.assertEq(there.totalSupply() + handler.held(), handler.arrived(), "minted and held");
    }

    /// @dev Guards against invariants that hold only because nothing arrives.
    function test_handler_hasMessagesMinted() public {
        handler.arrive(99);
        handler.arrive(899);
        handler.pause();
        handler.arrive(199);
        handler.pause();
        handler.cancelOrRestore(2);
        handler.cancelOrRestore(2);
        handler.wait(700);
        handler.release(1);
        handler.release(2);
        vm.assertEq(there.totalSupply(), 1000, "minted");
        vm.assertEq(handler.mostMoved(), 1000, "in a window");
        (, , bool isHeld) = handler.arrivals(2);
        vm.assertTrue(isHeld, "held");
        handler.wait(2999);
        handler.wait(2001);
        handler.release(2);
        vm.assertEq(there.totalSupply(), 1200, "minted later");
        invariant_S18_noWindowMovesMoreThanTheLimit();
        invariant_whatArrivedIsMintedOrHeld();
    }
}

/// @dev Each test measures the first call of a transaction, in which no storage is warm.
contract GuardedPlugGasTest is GuardedTokens {
    BridgeToken private plain;

    function setUp() public override {
        super.setUp();
        plain = new BridgeToken(there.socket(), address(this), "Token", "TKN", 0);
        plain.connect(alpha, address(here), chainOf(beta).switchboard);
    }

    function test_gas_toHandleIsAsStated() public {
        uint256 guarded = _gasOfInbound(there, 5);
        uint256 unguarded = _gasOfInbound(plain, 5);
        vm.assertEq(there.heldCount(), 0, "handled");
        vm.assertLe(guarded, unguarded + 55_000);
        vm.assertGe(guarded, unguarded + 30_000);
    }

    function test_gas_toHoldIsAsStated() public {
        uint256 guarded = _gasOfInbound(there, DELAY_FROM);
        vm.assertEq(there.heldCount(), 1, "held");
        vm.assertLe(guarded, 65_000);
        vm.assertGe(guarded, 50_000);
    }

    function _gasOfInbound(Plug plug, uint256 amount) private returns (uint256) {
        bytes memory payload = abi.encode(address(0xBEEF), amount);
        vm.prank(address(plug.socket()));
        uint256 before = gasleft();
        plug.inbound(alpha, payload);
        return before - gasleft();
    }
}

contract GuardedPlugTest is GuardedTokens {
    address private constant TO = address(0xBEEF);

    function test_bridge_mintsThereWithinTheLimit() public {
        send(address(here), abi.encodeCall(here.bridge, (beta, TO, DELAY_FROM - 1)));
        deliver();
        vm.assertEq(there.balanceOf(TO), DELAY_FROM - 1, "arrived");
        vm.assertEq(there.available(alpha), LIMIT - DELAY_FROM + 1, "left");
    }

    function test_bridge_isLoggedOnBothChains() public {
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 64);
        vm.deal(address(this), fee);
        vm.expectEmit(address(here));
        emit GuardedToken.BridgedOut(beta, address(this), TO, 7);
        here.bridge{value: fee}(beta, TO, 7);
        deliverUntil(Stage.ATTESTED);
        vm.expectEmit(address(there));
        emit GuardedToken.BridgedIn(alpha, TO, 7);
        vm.assertEq(deliver(), 1, "delivered");
    }

    function test_bridge_isHeldWithTheGasOfAMessage() public {
        there.setGuard(alpha, 0, WINDOW, DELAY_FROM, DELAY);
        bytes32 msgId = send(address(here), abi.encodeCall(here.bridge, (beta, TO, 5)));
        deliver();
        assertDelivered(msgId);
        vm.assertEq(there.totalSupply(), 0, "nothing yet");
        there.setGuard(alpha, 5, WINDOW, DELAY_FROM, DELAY);
        _release(0, TO, 5);
        vm.assertEq(there.balanceOf(TO), 5, "released");
    }

    function test_bridge_revertsForTheZeroAddress() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert();
        here.bridge{value: 1 ether}(beta, address(0), 1);
    }

    function test_inbound_holdsAllThatMovesSomethingUntilAGuardIsSet() public {
        vm.prank(address(here.socket()));
        here.inbound(beta, abi.encode(TO, 1));
        vm.assertEq(here.heldCount(), 1, "held");
        vm.assertEq(here.available(beta), 0, "available");
        vm.assertEq(here.balanceOf(TO), 0, "moved");
    }

    function test_inbound_holdsWhatIsAboveTheLimitByOne() public {
        _forge(TO, 500);
        _forge(TO, 500);
        vm.assertEq(there.heldCount(), 0, "up to the limit");
        _forge(TO, 1);
        vm.assertEq(there.heldCount(), 1, "one more");
        vm.assertEq(there.totalSupply(), LIMIT, "supply");
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.LimitExceeded.selector, alpha, 1, 0));
        _release(0, TO, 1);
    }

    function test_limit_isThereAgainAfterTheWindowAndAQuarterAtMost() public {
        vm.warp(1_000_999);
        _forge(TO, 500);
        _forge(TO, 500);
        vm.warp(1_000_999 + WINDOW);
        vm.assertEq(there.available(alpha), 0, "touched still");
        vm.warp(1_000_999 + WINDOW + 1);
        vm.assertEq(there.available(alpha), LIMIT, "there again");
    }

    function test_limit_countsForEachChainApart() public {
        there.setGuard(9, LIMIT, WINDOW, DELAY_FROM, DELAY);
        _forge(TO, 500);
        vm.assertEq(there.available(alpha), 500, "of alpha");
        vm.assertEq(there.available(9), LIMIT, "of the other");
    }

    function test_inbound_holdsALargeAmountForTheDelay() public {
        _forge(TO, DELAY_FROM);
        vm.assertEq(there.totalSupply(), 0, "nothing yet");
        bytes32 id = _idOf(0, TO, DELAY_FROM);
        vm.warp(1_000_000 + DELAY - 1);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotReleasableYet.selector, id, 1_000_000 + DELAY));
        _release(0, TO, DELAY_FROM);
        vm.warp(1_000_000 + DELAY);
        vm.prank(address(0x57));
        _release(0, TO, DELAY_FROM);
        vm.assertEq(there.balanceOf(TO), DELAY_FROM, "released by anybody");
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotHeld.selector, id));
        _release(0, TO, DELAY_FROM);
    }

    function test_inbound_emitsWhatReleaseTakes() public {
        bytes memory payload = abi.encode(TO, DELAY_FROM);
        vm.expectEmit(address(there));
        emit GuardedPlug.MessageHeld(
            there.heldIdOf(0, alpha, payload),
            alpha,
            0,
            DELAY_FROM,
            1_000_000 + DELAY,
            payload
        );
        vm.prank(address(there.socket()));
        there.inbound(alpha, payload);
    }

    function testFuzz_heldIdOf_isTheHashOfWhatReleaseTakes(uint256 number, bytes calldata payload) public view {
        vm.assertEq(there.heldIdOf(number, alpha, payload), keccak256(abi.encode(number, alpha, payload)));
    }

    function test_inbound_holdsWhatFails() public {
        _forge(address(0), 5);
        vm.assertEq(there.heldCount(), 1, "held");
        vm.assertEq(there.available(alpha), LIMIT, "a failure uses up nothing");
        vm.expectRevert();
        _release(0, address(0), 5);
        vm.assertTrue(there.releasableFrom(_idOf(0, address(0), 5)) > 0, "held still");
    }

    function test_pause_holdsAndLosesNothing() public {
        vm.prank(guardian);
        there.pause();
        _forge(TO, 5);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        _release(0, TO, 5);
        there.unpause();
        _release(0, TO, 5);
        vm.assertEq(there.balanceOf(TO), 5, "released");
    }

    function test_cancel_endsAMessageThatOnlyTheOwnerRestores() public {
        _forge(TO, DELAY_FROM);
        bytes32 id = _idOf(0, TO, DELAY_FROM);
        vm.prank(guardian);
        there.cancel(id);
        vm.warp(1_000_000 + DELAY);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotReleasableYet.selector, id, type(uint256).max));
        _release(0, TO, DELAY_FROM);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotHeld.selector, id));
        there.cancel(id);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        there.restore(id);
        there.restore(id);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotCancelled.selector, id));
        there.restore(id);
        _release(0, TO, DELAY_FROM);
        vm.assertEq(there.balanceOf(TO), DELAY_FROM, "released");
    }

    function test_cancel_isLoggedAsRestoringAndReleasingAre() public {
        _forge(TO, DELAY_FROM);
        bytes32 id = _idOf(0, TO, DELAY_FROM);
        vm.expectEmit(address(there));
        emit GuardedPlug.MessageCancelled(id);
        vm.prank(guardian);
        there.cancel(id);
        vm.expectEmit(address(there));
        emit GuardedPlug.MessageRestored(id);
        there.restore(id);
        vm.expectEmit(address(there));
        emit GuardedPlug.MessageReleased(id);
        _release(0, TO, DELAY_FROM);
    }

    function test_cancel_knowsOnlyWhatIsHeld() public {
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotHeld.selector, bytes32(uint256(7))));
        there.cancel(bytes32(uint256(7)));
    }

    function test_S18_connect_endsWhatIsHeldAlsoOfTheSameSibling() public {
        _forge(TO, DELAY_FROM);
        _forge(TO, DELAY_FROM);
        vm.warp(1_000_000 + DELAY);
        vm.expectEmit(address(there));
        emit GuardedPlug.EpochBegun(alpha, 2);
        there.connect(alpha, address(0), chainOf(beta).switchboard);
        _expectEnded(0, 2);
        there.connect(alpha, address(here), chainOf(beta).switchboard);
        _expectEnded(1, 2);
        _forge(TO, DELAY_FROM);
        vm.warp(1_000_000 + 2 * DELAY);
        _release(2, TO, DELAY_FROM);
        vm.assertEq(there.totalSupply(), DELAY_FROM, "the later one");
    }

    function test_S18_endHeld_endsWhatIsHeldAndNothingElse() public {
        _forge(TO, DELAY_FROM);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        there.endHeld(alpha);
        there.endHeld(9);
        there.endHeld(alpha);
        vm.warp(1_000_000 + DELAY);
        _expectEnded(0, 1);
        vm.assertEq(there.siblings(alpha), address(here), "connected still");
        _forge(TO, 5);
        vm.assertEq(there.balanceOf(TO), 5, "goes on");
    }

    function test_endHeld_endsWhatIsRestoredLater() public {
        _forge(TO, DELAY_FROM);
        bytes32 id = _idOf(0, TO, DELAY_FROM);
        vm.prank(guardian);
        there.cancel(id);
        there.endHeld(alpha);
        there.restore(id);
        _expectEnded(0, 1);
    }

    function test_drop_forgetsOnlyWhatHasEnded() public {
        bytes memory payload = abi.encode(TO, DELAY_FROM);
        bytes32 id = _idOf(0, TO, DELAY_FROM);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotHeld.selector, id));
        there.drop(0, alpha, payload);
        _forge(TO, DELAY_FROM);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotEnded.selector, id));
        there.drop(0, alpha, payload);
        there.endHeld(alpha);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, guardian));
        there.drop(0, alpha, payload);
        vm.expectEmit(address(there));
        emit GuardedPlug.MessageDropped(id);
        there.drop(0, alpha, payload);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.NotHeld.selector, id));
        _release(0, TO, DELAY_FROM);
        vm.assertEq(there.totalSupply(), 0, "nothing is minted");
    }

    /// @dev A plug can have ways of its own to choose a sibling.
    function test_release_takesNothingOfAnotherSibling() public {
        SiblingChoosingPlug plug = new SiblingChoosingPlug(there.socket(), address(this));
        plug.choose(alpha, address(1));
        vm.prank(address(there.socket()));
        plug.inbound(alpha, abi.encode(1));
        plug.setGuard(alpha, LIMIT, WINDOW, DELAY_FROM, DELAY);
        plug.choose(alpha, address(2));
        bytes memory ended = abi.encodeWithSelector(
            GuardedPlug.MessageEnded.selector,
            plug.heldIdOf(0, alpha, abi.encode(1)),
            0
        );
        vm.expectRevert(ended);
        plug.release(0, alpha, abi.encode(1));
        plug.choose(alpha, address(1));
        plug.release(0, alpha, abi.encode(1));
        vm.assertEq(plug.handled(), 1, "of the sibling that sent it");
    }

    function _expectEnded(uint256 number, uint256 epoch) private {
        bytes32 id = _idOf(number, TO, DELAY_FROM);
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.MessageEnded.selector, id, epoch));
        _release(number, TO, DELAY_FROM);
    }

    function test_roles_areTheOwnersToGive() public {
        address stranger = address(0x57);
        bytes32 role = there.GUARDIAN_ROLE();
        vm.startPrank(stranger);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, stranger, role)
        );
        there.pause();
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, stranger, role)
        );
        there.cancel(bytes32(0));
        vm.expectRevert();
        there.grantRole(role, stranger);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        there.unpause();
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger));
        there.setGuard(alpha, 1, 4, 1, 1);
        vm.expectRevert(GuardedPlug.OnlyItself.selector);
        there.handle(alpha, abi.encode(stranger, 1));
        vm.stopPrank();
    }

    function test_roles_goWithTheOwnership() public {
        there.transferOwnership(TO);
        vm.startPrank(TO);
        there.acceptOwnership();
        bytes32 role = there.GUARDIAN_ROLE();
        there.grantRole(role, TO);
        there.pause();
        vm.stopPrank();
        vm.expectRevert();
        there.grantRole(role, address(this));
    }

    function test_setGuard_refusesAWindowWithoutQuarters() public {
        vm.expectRevert(abi.encodeWithSelector(GuardedPlug.WindowTooShort.selector, 3));
        there.setGuard(alpha, 1, 3, 1, 1);
        there.setGuard(alpha, 1, 4, 1, 1);
    }

    function test_setGuard_isLogged() public {
        vm.expectEmit(address(there));
        emit GuardedPlug.GuardSet(9, 11, 12, 13, 14);
        there.setGuard(9, 11, 12, 13, 14);
    }

    function test_setGuard_takesTheLongestWindow() public {
        there.setGuard(alpha, LIMIT, type(uint48).max, DELAY_FROM, DELAY);
        _forge(TO, 500);
        _forge(TO, 501);
        vm.assertEq(there.balanceOf(TO), 500, "moved");
        vm.assertEq(there.available(alpha), LIMIT - 500, "left");
    }

    function test_setGuard_withALowerLimitCountsFromNothing() public {
        _forge(TO, 500);
        there.setGuard(alpha, 10, WINDOW, DELAY_FROM, DELAY);
        vm.assertEq(there.available(alpha), 10, "left");
        _forge(TO, 11);
        vm.assertEq(there.balanceOf(TO), 500, "moved");
    }

    function test_release_handlesAMessageOnceWhateverItsReceiverDoes() public {
        CallingBackPlug plug = new CallingBackPlug(there.socket(), address(this));
        plug.connect(alpha, address(here), chainOf(beta).switchboard);
        plug.setGuard(alpha, LIMIT, WINDOW, 1, DELAY);
        vm.prank(address(there.socket()));
        plug.inbound(alpha, abi.encode(5));
        vm.warp(1_000_000 + DELAY);
        plug.release(0, alpha, abi.encode(5));
        vm.assertEq(plug.handled(), 1, "handled");
        vm.assertEq(plug.refused(), 1, "released while released");
        vm.assertEq(plug.available(alpha), LIMIT - 5, "counted");
    }

    function test_roles_ofAnOwnerWhoRenouncedAreNobodys() public {
        bytes32 role = there.GUARDIAN_ROLE();
        there.grantRole(bytes32(0), TO);
        there.renounceOwnership();
        vm.prank(TO);
        vm.expectRevert();
        there.grantRole(role, TO);
        vm.prank(guardian);
        there.pause();
        vm.expectRevert();
        there.unpause();
    }

    function test_inbound_revertsWithTooLittleGasToHold() public {
        bytes memory call = abi.encodeCall(Plug.inbound, (alpha, abi.encode(TO, 5)));
        vm.prank(address(there.socket()));
        (bool success, bytes memory reason) = address(there).call{gas: 85_000}(call);
        vm.assertFalse(success);
        vm.assertTrue(bytes4(reason) == GuardedPlug.TooLittleGas.selector, "says so");
        vm.prank(address(there.socket()));
        (success, ) = address(there).call{gas: 250_000}(call);
        vm.assertEq(there.balanceOf(TO), 5, "arrived");
    }

    /// @dev To hold a message its payload is logged, which costs gas by its length.
    function test_inbound_keepsMoreGasForALongerPayload() public {
        bytes memory payload = bytes.concat(abi.encode(TO, 5), new bytes(10_000));
        bytes memory call = abi.encodeCall(Plug.inbound, (alpha, payload));
        vm.prank(address(there.socket()));
        (bool success, bytes memory reason) = address(there).call{gas: 200_000}(call);
        vm.assertFalse(success);
        vm.assertEq(reason, abi.encodeWithSelector(GuardedPlug.TooLittleGas.selector, 80_000 + 16 * payload.length));
        vm.prank(address(there.socket()));
        (success, ) = address(there).call{gas: 500_000}(call);
        vm.assertEq(there.balanceOf(TO), 5, "arrived");
    }

    /// @dev Whatever gas a message brings, it is undelivered, handled or held.
    function testFuzz_inbound_holdsWithAnyGas(uint256 gas) public {
        gas = 30_000 + (gas % 200_000);
        vm.prank(address(there.socket()));
        (bool success, ) = address(there).call{gas: gas}(abi.encodeCall(Plug.inbound, (alpha, abi.encode(TO, 5))));
        uint256 known = there.balanceOf(TO) / 5 + there.heldCount();
        vm.assertEq(known, success ? 1 : 0, "once or not at all");
    }
}
