// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeesManager} from "../../../gateway/interfaces/IFeesManager.sol";
import {AppGatewayApproval} from "../../../gateway/GatewayTypes.sol";
import {IWatcherOperator} from "../interfaces/IWatcherOperator.sol";
import {FeePools} from "./FeePools.sol";

/// @title Fee pool of the devnet
/// @notice Every credit is in exactly one state: available, held for a request, spent, or withdrawn. The chains' pools
/// add up to the same sum and record in which token and on which chain credits can be paid out.
contract FeesManager is IFeesManager, FeePools {
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

    /// @dev Gas that the receiver of native tokens may use.
    uint256 private constant RECEIVE_GAS = 50_000;

    IWatcherOperator public immutable watcher__;
    address public immutable operator;

    /// @inheritdoc IFeesManager
    mapping(address account => uint256) public getAvailableCredits;
    /// @inheritdoc IFeesManager
    mapping(address account => mapping(address appGateway => bool)) public isApproved;

    /// @notice Sum of all deposits.
    uint256 public totalDeposited;
    uint256 public totalHeld;
    uint256 public totalSpent;
    uint256 public totalWithdrawn;

    /// @dev Pool of an account's last deposit.
    mapping(address account => Pool) private _lastPools;
    mapping(bytes32 depositId => bool) private _isCredited;
    mapping(uint40 requestCount => Hold) private _holds;
    mapping(uint40 requestCount => Withdrawal) private _withdrawals;

    modifier onlyWatcher() {
        if (msg.sender != address(watcher__)) revert IWatcherOperator.NotWatcher(msg.sender);
        _;
    }

    constructor(IWatcherOperator watcher_, address operator_) {
        watcher__ = watcher_;
        operator = operator_;
    }

    /// @dev Accepts native tokens that are paid out for deposits.
    receive() external payable {}

    /// @inheritdoc IFeesManager
    /// @dev A receiver that never had credits inherits the sender's pool, so that its next request is paid from there.
    function transferCredits(address from, address to, uint256 amount) external {
        if (msg.sender != from && msg.sender != address(watcher__)) _requireApproved(from, msg.sender);
        _take(from, amount);
        getAvailableCredits[to] += amount;
        if (_lastPools[to].token == address(0)) _lastPools[to] = _lastPools[from];
        emit CreditsTransferred(from, to, amount);
    }

    /// @inheritdoc IFeesManager
    function approveAppGateways(AppGatewayApproval[] calldata approvals) external {
        for (uint256 i = 0; i < approvals.length; i++) {
            isApproved[msg.sender][approvals[i].appGateway] = approvals[i].approval;
        }
    }

    /// @inheritdoc IFeesManager
    function withdrawCredits(
        uint32 chainSlug,
        address token,
        uint256 amount,
        uint256 maxFees,
        address receiver
    ) external returns (uint40 requestCount) {
        if (receiver == address(0)) revert ZeroReceiver();
        Pool memory pool = Pool(chainSlug, token);
        _take(msg.sender, amount);
        _takeFromPool(pool, amount);
        totalWithdrawn += amount;
        requestCount = watcher__.requestWithdrawal(msg.sender, chainSlug, token, amount, maxFees, receiver);
        _withdrawals[requestCount] = Withdrawal(msg.sender, pool, amount);
        emit CreditsWithdrawn(requestCount, msg.sender, chainSlug, token, amount, receiver);
    }

    /// @inheritdoc IFeesManager
    /// @dev Native tokens that cannot be paid, because the balance is too low or the receiver rejects them, become
    /// credits.
    function creditDeposit(
        bytes32 depositId,
        uint32 chainSlug,
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
            Pool memory pool = Pool(chainSlug, token);
            totalDeposited += creditAmount;
            getAvailableCredits[receiver] += creditAmount;
            _lastPools[receiver] = pool;
            _addToPool(pool, creditAmount);
        }
        emit CreditsDeposited(depositId, chainSlug, receiver, token, creditAmount, nativeAmount);
    }

    /// @inheritdoc IFeesManager
    function hold(
        uint40 requestCount,
        address appGateway,
        address consumeFrom,
        uint256 amount
    ) external onlyWatcher returns (uint32 feePoolChain, address feePoolToken) {
        if (consumeFrom != appGateway) _requireApproved(consumeFrom, appGateway);
        Hold storage held = _holds[requestCount];
        if (amount > 0) {
            _take(consumeFrom, amount);
            if (held.amount == 0) held.pool = _findPool(_lastPools[consumeFrom], amount);
            _takeFromPool(held.pool, amount);
            held.account = consumeFrom;
            held.amount += amount;
            totalHeld += amount;
        }
        return (held.pool.chainSlug, held.pool.token);
    }

    /// @inheritdoc IFeesManager
    function settle(uint40 requestCount, uint256 fee) external onlyWatcher {
        Hold memory held = _holds[requestCount];
        delete _holds[requestCount];
        if (held.amount == 0) return;
        totalHeld -= held.amount;
        totalSpent += fee;
        getAvailableCredits[held.account] += held.amount - fee;
        _addToPool(held.pool, held.amount - fee);
    }

    /// @inheritdoc IFeesManager
    function release(uint40 requestCount) external onlyWatcher {
        Withdrawal memory withdrawal = _withdrawals[requestCount];
        delete _withdrawals[requestCount];
        totalWithdrawn -= withdrawal.amount;
        getAvailableCredits[withdrawal.account] += withdrawal.amount;
        _addToPool(withdrawal.pool, withdrawal.amount);
        emit CreditsReturned(requestCount, withdrawal.account, withdrawal.amount);
    }

    function _take(address account, uint256 amount) private {
        uint256 available = getAvailableCredits[account];
        if (available < amount) revert InsufficientCredits(account, amount, available);
        getAvailableCredits[account] = available - amount;
    }

    function _requireApproved(address account, address appGateway) private view {
        if (!isApproved[account][appGateway]) revert NotApproved(account, appGateway);
    }

    /// @dev Solidity would copy all return data, whatever its length; assembly copies none.
    function _tryPay(address receiver, uint256 amount) private returns (bool success) {
        assembly ("memory-safe") {
            success := call(RECEIVE_GAS, receiver, amount, 0, 0, 0, 0)
        }
    }
}
