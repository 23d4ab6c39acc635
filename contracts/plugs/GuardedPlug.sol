// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";

import {Plug} from "./Plug.sol";

/// @title Base contract for plugs that stay solvent when a message is forged
/// @notice Inherit it instead of {Plug}. Implement {_amountOf}, what a message moves, and {_handle}, which moves it. What
/// messages of a sibling move is limited per window, whoever signs for them; a large amount waits, so that a guardian
/// can cancel it.
///
/// A message that may not be handled yet, or whose handling fails, is held: anybody has it handled later, by {release},
/// when nothing stands against it any more. Nothing is lost by a pause, a limit or a failure.
///
/// Each path has an epoch, which {connect} and {endHeld} begin anew. What is held from before then has ended: it is never
/// handled, also where the same sibling is connected again. What it would have moved is not moved: see {endHeld}.
///
/// Trust: the owner sets the limits, chooses the guardians and ends a pause. A guardian can pause and cancel, and so can
/// stop messages, but not move anything. Until {setGuard} is called for a sibling, its messages are held unless they
/// move nothing. Once the owner has renounced, nobody ends a pause: revoke the guardians before.
///
/// Gas: a message needs 135,000 more than {_handle} takes: up to 55,000 to check it, and 80,000 that are put aside to hold
/// it if that fails.
abstract contract GuardedPlug is Plug, AccessControl, Pausable {
    using SafeCast for uint256;

    /// @dev A message that is held: one word.
    struct Held {
        /// Seconds since 1970; zero if it is not held.
        uint96 from;
        /// The sibling that sent it.
        address sibling;
    }

    /// @notice What is allowed of a sibling.
    struct Guard {
        /// Most that messages move in any `window`, in the unit of {_amountOf}.
        uint208 limit;
        /// Seconds. What was used up is there again after `window` at the earliest, and 1.25 times of it at the latest.
        uint48 window;
        /// A message that moves so much, or more, waits.
        uint208 delayFrom;
        /// Seconds that it waits.
        uint48 delay;
    }

    /// @dev What messages moved in a quarter of a window.
    struct Moved {
        uint48 quarter;
        uint208 amount;
    }

    /// @notice The role that may pause, and cancel messages that are held. The owner grants it.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @dev A window touches at most five of its quarters.
    uint256 private constant QUARTERS = 5;
    /// @dev Enough to hold a message after its handling has taken all other gas.
    uint256 private constant HOLDING_GAS = 80_000;
    uint96 private constant CANCELLED = type(uint96).max;

    /// @notice What is allowed of the sibling on a chain.
    mapping(uint32 chainSlug => Guard guard) public guards;
    /// @notice How many messages were held. It is the number of the next one.
    uint256 public heldCount;
    /// @notice The number with which the epoch of the path from a chain begins. What is held from there with a lower number
    /// has ended.
    mapping(uint32 chainSlug => uint256 number) public epochs;

    mapping(bytes32 heldId => Held held) private _held;
    mapping(uint32 chainSlug => Moved[QUARTERS] moved) private _moved;

    /// @notice The owner has set what is allowed of the sibling on a chain.
    event GuardSet(uint32 indexed chainSlug, uint256 limit, uint256 window, uint256 delayFrom, uint256 delay);
    /// @notice A message is held. `number`, `srcChainSlug` and `payload` are what {release} takes.
    event MessageHeld(
        bytes32 indexed heldId,
        uint32 indexed srcChainSlug,
        uint256 number,
        uint256 amount,
        uint256 from,
        bytes payload
    );
    /// @notice The path from a chain has a new epoch. Messages from there that are held with a lower number than `epoch` have
    /// ended. Their {MessageHeld} say what they would have moved.
    event EpochBegun(uint32 indexed srcChainSlug, uint256 epoch);
    /// @notice The owner has dropped a message that had ended.
    event MessageDropped(bytes32 indexed heldId);
    /// @notice A message that was held was handled.
    event MessageReleased(bytes32 indexed heldId);
    /// @notice A guardian has cancelled a message that was held. The owner alone can restore it.
    event MessageCancelled(bytes32 indexed heldId);
    /// @notice The owner has taken back that a message was cancelled. It can be released, unless it has ended.
    event MessageRestored(bytes32 indexed heldId);

    /// @notice The message moves more than the limit leaves in this window. Release it later, or in smaller amounts if it
    /// is above the limit itself; the owner can raise that with `setGuard`.
    error LimitExceeded(uint32 srcChainSlug, uint256 amount, uint256 available);
    /// @notice No such message is held. It was released, or its number, chain or payload is another one.
    error NotHeld(bytes32 heldId);
    /// @notice The message waits until `from`, so that a guardian can cancel it. Release it then.
    error NotReleasableYet(bytes32 heldId, uint256 from);
    /// @notice The message is from before `epoch`, with which its path began anew, or from another sibling, so it is never
    /// handled. The owner can drop it. What it would have moved has to be made good in another way.
    error MessageEnded(bytes32 heldId, uint256 epoch);
    /// @notice The message has not ended, so it cannot be dropped. Release or cancel it, or end its path's epoch first.
    error NotEnded(bytes32 heldId);
    /// @notice The message is not cancelled, so there is nothing to restore.
    error NotCancelled(bytes32 heldId);
    /// @notice A window needs at least four seconds.
    error WindowTooShort(uint256 window);
    /// @notice The message brought less gas than holding it takes. It stays undelivered; executors try again with more.
    error TooLittleGas(uint256 needed);
    /// @notice Only the plug calls this function, for itself.
    error OnlyItself();

    /// @notice Sets what is allowed of the sibling on a chain. What it has moved so far counts no more.
    /// @param limit Most that its messages move in any `window`, in the unit of {_amountOf}.
    /// @param window Seconds, at least four.
    /// @param delayFrom A message that moves so much, or more, waits.
    /// @param delay Seconds that it waits.
    function setGuard(
        uint32 chainSlug,
        uint256 limit,
        uint256 window,
        uint256 delayFrom,
        uint256 delay
    ) external onlyOwner {
        if (window < 4) revert WindowTooShort(window);
        guards[chainSlug] = Guard(limit.toUint208(), window.toUint48(), delayFrom.toUint208(), delay.toUint48());
        delete _moved[chainSlug];
        emit GuardSet(chainSlug, limit, window, delayFrom, delay);
    }

    /// @inheritdoc Plug
    /// @dev It begins a new epoch of the path, whatever is connected: see {endHeld}.
    function connect(uint32 siblingChainSlug, address siblingPlug, address switchboard) public virtual override {
        super.connect(siblingChainSlug, siblingPlug, switchboard);
        _endHeld(siblingChainSlug);
    }

    /// @notice Ends all messages from a chain that are held: they are never handled. Meant for a path that was forged on.
    /// What arrives later is handled or held as ever. Other paths are not affected.
    /// @dev What ended messages would have moved is not moved, honest ones included: have those released before, pause
    /// meanwhile only if they can wait. {connect} ends messages, too.
    function endHeld(uint32 srcChainSlug) external onlyOwner {
        _endHeld(srcChainSlug);
    }

    /// @notice Forgets a message that has ended. The event {MessageHeld} has the arguments.
    function drop(uint256 number, uint32 srcChainSlug, bytes calldata payload) external onlyOwner {
        bytes32 id = heldIdOf(number, srcChainSlug, payload);
        Held memory held = _held[id];
        if (held.from == 0) revert NotHeld(id);
        if (!_hasEnded(number, srcChainSlug, held)) revert NotEnded(id);
        delete _held[id];
        emit MessageDropped(id);
    }

    /// @notice Holds all messages from now on.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends the pause. Messages that were held meanwhile have to be released.
    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Has a message handled that is held. Anybody may; the event {MessageHeld} has the arguments.
    function release(uint256 number, uint32 srcChainSlug, bytes calldata payload) external whenNotPaused {
        bytes32 id = heldIdOf(number, srcChainSlug, payload);
        Held memory held = _held[id];
        if (held.from == 0) revert NotHeld(id);
        if (_hasEnded(number, srcChainSlug, held)) revert MessageEnded(id, epochs[srcChainSlug]);
        if (block.timestamp < held.from) revert NotReleasableYet(id, releasableFrom(id));
        delete _held[id];
        emit MessageReleased(id);
        this.handle(srcChainSlug, payload);
    }

    /// @notice Cancels a message that is held, because it was forged.
    function cancel(bytes32 heldId) external onlyRole(GUARDIAN_ROLE) {
        Held storage held = _held[heldId];
        if (held.from == 0 || held.from == CANCELLED) revert NotHeld(heldId);
        held.from = CANCELLED;
        emit MessageCancelled(heldId);
    }

    /// @notice Takes back that a message was cancelled.
    function restore(bytes32 heldId) external onlyOwner {
        Held storage held = _held[heldId];
        if (held.from != CANCELLED) revert NotCancelled(heldId);
        held.from = uint96(block.timestamp);
        emit MessageRestored(heldId);
    }

    /// @notice Handles a message within the limit. The plug calls it for itself, so that what fails is undone as a whole.
    function handle(uint32 srcChainSlug, bytes calldata payload) external {
        if (msg.sender != address(this)) revert OnlyItself();
        _count(srcChainSlug, _amountOf(srcChainSlug, payload));
        _handle(srcChainSlug, payload);
    }

    /// @notice The id of a message that is held.
    function heldIdOf(uint256 number, uint32 srcChainSlug, bytes calldata payload) public pure returns (bytes32) {
        return keccak256(abi.encode(number, srcChainSlug, payload));
    }

    /// @notice From when on a message that is held can be released, in seconds since 1970; zero if it is not held, and
    /// the greatest number if it is cancelled. A message that has ended cannot be released at any time.
    function releasableFrom(bytes32 heldId) public view returns (uint256 time) {
        time = _held[heldId].from;
        if (time == CANCELLED) time = type(uint256).max;
    }

    /// @notice What messages of the sibling on a chain can still move now.
    function available(uint32 srcChainSlug) public view returns (uint256) {
        Guard memory guard = guards[srcChainSlug];
        if (guard.window == 0) return 0;
        uint256 now_ = _quarterOf(guard);
        uint256 moved = 0;
        for (uint256 i = 0; i < QUARTERS; i++) {
            Moved memory some = _moved[srcChainSlug][i];
            if (some.quarter + QUARTERS > now_) moved += some.amount;
        }
        return guard.limit - moved;
    }

    /// @inheritdoc AccessControl
    /// @dev The owner is the only administrator of the roles, so that handing the plug over hands them over, too.
    function hasRole(bytes32 role, address account) public view override returns (bool) {
        return role == DEFAULT_ADMIN_ROLE ? account == owner() : super.hasRole(role, account);
    }

    /// @notice What a message moves: in the smallest unit of the token, or whatever the limits are meant in.
    /// @dev If it reverts, the message stays undelivered, and executors retry it for a while.
    function _amountOf(uint32 srcChainSlug, bytes calldata payload) internal view virtual returns (uint256);

    /// @notice Handles a message from the sibling on `srcChainSlug`, as `_inbound` of {Plug} does. The sender of the call
    /// is the plug itself.
    /// @dev If it reverts, the message is held.
    function _handle(uint32 srcChainSlug, bytes calldata payload) internal virtual;

    function _inbound(uint32 srcChainSlug, bytes calldata payload) internal override {
        uint256 amount = _amountOf(srcChainSlug, payload);
        Guard memory guard = guards[srcChainSlug];
        uint256 from = amount < guard.delayFrom ? block.timestamp : block.timestamp + guard.delay;
        if (!paused() && from == block.timestamp) {
            uint256 kept = HOLDING_GAS + 16 * payload.length;
            if (gasleft() < kept) revert TooLittleGas(kept);
            // What it reverts with is not copied: it can be long, and simulating `release` tells it.
            try this.handle{gas: gasleft() - kept}(srcChainSlug, payload) {
                return;
            } catch {}
        }
        uint256 number = heldCount++;
        bytes32 id = heldIdOf(number, srcChainSlug, payload);
        _held[id] = Held(uint96(from), siblings[srcChainSlug]);
        emit MessageHeld(id, srcChainSlug, number, amount, from, payload);
    }

    function _endHeld(uint32 srcChainSlug) private {
        uint256 epoch = heldCount;
        epochs[srcChainSlug] = epoch;
        emit EpochBegun(srcChainSlug, epoch);
    }

    /// @dev The sibling is compared for plugs that choose siblings in another way than by {connect}.
    function _hasEnded(uint256 number, uint32 srcChainSlug, Held memory held) private view returns (bool) {
        return number < epochs[srcChainSlug] || held.sibling != siblings[srcChainSlug];
    }

    function _count(uint32 srcChainSlug, uint256 amount) private {
        if (amount == 0) return;
        uint256 left = available(srcChainSlug);
        if (amount > left) revert LimitExceeded(srcChainSlug, amount, left);
        uint256 now_ = _quarterOf(guards[srcChainSlug]);
        Moved storage moved = _moved[srcChainSlug][now_ % QUARTERS];
        uint256 before = moved.quarter == now_ ? moved.amount : 0;
        (moved.quarter, moved.amount) = (now_.toUint48(), (before + amount).toUint208());
    }

    function _quarterOf(Guard memory guard) private view returns (uint256) {
        return block.timestamp / ((uint256(guard.window) + 3) / 4);
    }
}
