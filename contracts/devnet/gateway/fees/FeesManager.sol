// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {CreditAccounts} from "./CreditAccounts.sol";
import {FeePools} from "./FeePools.sol";

/// @title Fee pool of the devnet
/// @notice Every credit is in exactly one state: available, held for a request, spent, or withdrawn. The chains' pools
/// add up to the same sum and record in which token and on which chain credits can be paid out. Native currency that
/// was wrapped is the pool of the gateway chain.
contract FeesManager is CreditAccounts, FeePools {
    struct Hold {
        address account;
        Pool pool;
        uint256 amount;
    }

    struct Withdrawal {
        address account;
        Pool pool;
        uint256 amount;
    }

    /// @notice Stands for native currency where a token is named.
    address public constant NATIVE_TOKEN = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    /// @dev Gas that the receiver of native currency may use when a deposit is counted.
    uint256 private constant RECEIVE_GAS = 50_000;

    IWatcherOperator public immutable watcher__;
    address public immutable operator;

    /// @notice Sum of all deposits and of all native currency that was wrapped.
    uint256 public totalDeposited;
    uint256 public totalHeld;
    /// @notice Credits that paid transmitters on the chains.
    uint256 public totalSpent;
    /// @notice Credits that were withdrawn to a chain or unwrapped.
    uint256 public totalWithdrawn;
    /// @notice Native currency of this contract that belongs to the owners of wrapped credits. The rest of its balance
    /// is the reserve, which is paid out for tokens that were deposited on the chains.
    uint256 public totalWrapped;

    /// @dev Pool of an account's last deposit.
    mapping(address account => Pool) private _lastPools;
    mapping(bytes32 depositId => bool) private _isCredited;
    mapping(uint40 requestCount => Hold) private _holds;
    mapping(uint40 requestCount => Withdrawal) private _withdrawals;

    modifier onlyWatcher() {
        if (msg.sender != address(watcher__)) revert IWatcherOperator.NotWatcher(msg.sender);
        _;
    }

    constructor(IWatcherOperator watcher_, address operator_, uint32 chainSlug_) CreditAccounts(chainSlug_) {
        watcher__ = watcher_;
        operator = operator_;
    }

    /// @dev Adds to the reserve.
    receive() external payable {}

    /// @inheritdoc IFeesManager
    function wrap(address receiver) external payable {
        if (msg.value == 0) revert InvalidAmount();
        if (receiver == address(0)) revert ZeroReceiver();
        totalDeposited += msg.value;
        totalWrapped += msg.value;
        _credit(receiver, _wrappedPool(), msg.value);
        emit CreditsWrapped(receiver, msg.value);
    }

    /// @inheritdoc IFeesManager
    /// @dev Credits of other pools are paid from the reserve, never with what others wrapped. The tokens behind them
    /// stay at their fees plug, as those of deposits to native currency do.
    function unwrap(uint256 amount, address receiver) external {
        if (receiver == address(0)) revert ZeroReceiver();
        _take(msg.sender, amount);
        Pool memory pool = _findPool(_wrappedPool(), amount);
        _takeFromPool(pool, amount);
        totalWithdrawn += amount;
        if (_isWrapped(pool)) totalWrapped -= amount;
        else if (_reserve() < amount) revert PoolTooSmall(chainSlug, NATIVE_TOKEN, amount, _reserve());
        emit CreditsUnwrapped(msg.sender, amount);
        (bool success, ) = receiver.call{value: amount}("");
        if (!success) revert NativeTransferFailed(receiver, amount);
    }

    /// @inheritdoc IFeesManager
    /// @dev A receiver that never had credits inherits the sender's pool, so that its next request is paid from there.
    function transferCredits(address from, address to, uint256 amount) external {
        if (msg.sender != address(watcher__)) _requireApproved(from, msg.sender);
        _take(from, amount);
        _give(to, amount);
        if (_lastPools[to].token == address(0)) _lastPools[to] = _lastPools[from];
        emit CreditsTransferred(from, to, amount);
    }

    /// @inheritdoc IFeesManager
    function withdrawCredits(
        uint32 chainSlug_,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount) {
        if (receiver == address(0)) revert ZeroReceiver();
        Pool memory pool = Pool(chainSlug_, token);
        _take(msg.sender, amount);
        _takeFromPool(pool, amount);
        totalWithdrawn += amount;
        requestCount = watcher__.requestWithdrawal(msg.sender, chainSlug_, token, amount, maxFees, receiver);
        _withdrawals[requestCount] = Withdrawal(msg.sender, pool, amount);
        emit CreditsWithdrawn(requestCount, msg.sender, chainSlug_, token, amount, receiver);
    }

    /// @inheritdoc IFeesManager
    /// @dev Native currency that cannot be paid, because the reserve is too low or the receiver rejects it, becomes
    /// credits.
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug_,
        address token,
        address receiver,
        uint256 creditAmount,
        uint256 nativeAmount
    ) external {
        if (msg.sender != operator) revert IWatcherOperator.NotWatcher(msg.sender);
        if (_isCredited[depositId]) revert DepositAlreadyCredited(depositId);
        _isCredited[depositId] = true;
        if (nativeAmount > 0 && !_tryPay(receiver, nativeAmount))
            (creditAmount, nativeAmount) = (creditAmount + nativeAmount, 0);
        if (creditAmount > 0) {
            totalDeposited += creditAmount;
            _credit(receiver, Pool(chainSlug_, token), creditAmount);
        }
        emit CreditsDeposited(depositId, chainSlug_, receiver, token, creditAmount, nativeAmount);
    }

    /// @inheritdoc IFeesManager
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external onlyWatcher returns (uint32 feePoolChain, address feePoolToken) {
        _requireApproved(consumeFrom, appGateway);
        Hold storage held = _holds[requestCount];
        if (amount > 0) {
            _block(consumeFrom, amount);
            if (held.amount == 0) held.pool = _findPool(_lastPools[consumeFrom], amount);
            _takeFromPool(held.pool, amount);
            held.account = consumeFrom;
            held.amount += amount;
            totalHeld += amount;
        }
        return (held.pool.chainSlug, held.pool.token);
    }

    /// @inheritdoc IFeesManager
    function settle(uint40 requestCount, uint256 fee, address transmitter) external onlyWatcher {
        Hold memory held = _holds[requestCount];
        delete _holds[requestCount];
        if (held.amount == 0) return;
        totalHeld -= held.amount;
        _unblock(held.account, held.amount, fee);
        _addToPool(held.pool, held.amount - fee);
        if (!_isWrapped(held.pool)) {
            totalSpent += fee;
        } else if (fee > 0) {
            _credit(transmitter, held.pool, fee);
            emit CreditsTransferred(held.account, transmitter, fee);
        }
    }

    /// @inheritdoc IFeesManager
    function release(uint40 requestCount) external onlyWatcher {
        Withdrawal memory withdrawal = _withdrawals[requestCount];
        delete _withdrawals[requestCount];
        totalWithdrawn -= withdrawal.amount;
        _give(withdrawal.account, withdrawal.amount);
        _addToPool(withdrawal.pool, withdrawal.amount);
        emit CreditsReturned(requestCount, withdrawal.account, withdrawal.amount);
    }

    function _credit(address account, Pool memory pool, uint256 amount) private {
        _give(account, amount);
        _lastPools[account] = pool;
        _addToPool(pool, amount);
    }

    /// @dev Solidity would copy all return data, whatever its length; assembly copies none.
    function _tryPay(address receiver, uint256 amount) private returns (bool success) {
        if (_reserve() < amount) return false;
        assembly ("memory-safe") {
            success := call(RECEIVE_GAS, receiver, amount, 0, 0, 0, 0)
        }
    }

    function _reserve() private view returns (uint256) {
        return address(this).balance - totalWrapped;
    }

    function _wrappedPool() private view returns (Pool memory) {
        return Pool(chainSlug, NATIVE_TOKEN);
    }

    function _isWrapped(Pool memory pool) private view returns (bool) {
        return pool.chainSlug == chainSlug;
    }
}
